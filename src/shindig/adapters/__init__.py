"""Every game as an environment of other people's research libraries: PettingZoo and OpenSpiel."""
