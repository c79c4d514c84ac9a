"""What is shown and printed at a tournament."""
