"""What bindings of several libraries share."""
