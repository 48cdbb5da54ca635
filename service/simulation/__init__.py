"""Many fights: the rules of the table, played headless and counted."""
