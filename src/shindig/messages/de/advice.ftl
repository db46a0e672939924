### Rat und Analyse.

advice-unready = Schneller Rat: der schwere Bot lädt noch.
advice-best = Am besten: { $choice }.
advice-then = Dann: { $choice }.
advice-clear = { $count ->
    [one] Das ist klar besser als die andere Wahl.
   *[other] Das ist klar besser als die { $count } anderen.
}
advice-alike = Etwa so gut: { $choices }.
advice-others = { $count ->
    [one] noch eine
   *[other] noch { $count }
}
advice-behind = { $choice } bringt etwa { $amount } { $unit } weniger (zu { $sure } % sicher).
advice-no-swaps = Also tausch nichts.
advice-swaps-alike = Nichts zu tauschen ist etwa so gut.
advice-swaps-gain = Dieser Tausch bringt etwa { $amount } { $unit } (zu { $sure } % sicher).
advice-swaps-lose = Dieser Tausch kostet etwa { $amount } { $unit } (zu { $sure } % sicher).
advice-tried = { $count } Verteilungen, die zu deinem Wissen passen, haben wir zu Ende gespielt.
review-made = Deine Wahl: { $choice }.
review-gain = { $choice } bringt etwa { $amount } { $unit } mehr.
