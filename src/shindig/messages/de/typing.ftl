### Was man schreiben kann. Die Wörter der Züge bleiben englisch.

betting-expected = check, bet 10, call, raise 10 oder fold
