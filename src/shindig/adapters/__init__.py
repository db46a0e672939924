"""Every game as an environment of other research libraries: PettingZoo, Gymnasium and OpenSpiel."""
