"""Tables of the policy of Tall Cards."""
