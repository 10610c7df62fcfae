"""The report in the small formats that CI systems read."""
