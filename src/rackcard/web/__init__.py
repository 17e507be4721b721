"""What people and programs touch over HTTP; no rule and no arithmetic."""
