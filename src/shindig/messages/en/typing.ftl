### What can be typed in the terminal, after "Try". Words that are typed are the same in every language.

betting-expected = check, bet 10, call, raise 10 or fold
