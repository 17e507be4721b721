"""What people read: review, tables and exports."""
