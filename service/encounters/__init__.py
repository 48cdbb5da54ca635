"""Engine: what commands do to encounters. Pure, and strange to every single system."""
