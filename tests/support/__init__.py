"""What tests share: drivers, witnesses, servers and databases."""
