"""What the scenarios are made of: daemons, the virtual Tap, the judges and the report."""
