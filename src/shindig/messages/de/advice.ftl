### Rat und Analyse.

advice-unready = Das ist schneller Rat: der schwere Bot lädt noch.
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
advice-behind = { $choice }: etwa { $amount } weniger, zu { $sure } % sicher.
    .doing = { CAPITAL($doing) } kostet dich etwa { $amount }. Wir sind zu { $sure } % sicher.
advice-no-swaps = Also tausch nichts.
advice-swaps-alike = Nichts zu tauschen ist etwa so gut.
advice-swaps-gain = Dieser Tausch bringt dir etwa { $amount }. Wir sind zu { $sure } % sicher.
advice-swaps-lose = Dieser Tausch kostet dich etwa { $amount }. Wir sind zu { $sure } % sicher.
advice-tried = Wir haben { $count } Verteilungen zu Ende gespielt, die zu dem passen, was du gesehen hast.
review-made = Deine Wahl: { $choice }.
    .did = Du { $did }.
review-gain = Besser: { $choice }, im Schnitt um etwa { $amount }.
    .doing = { CAPITAL($doing) } wäre besser gewesen, im Schnitt um etwa { $amount }.
review-gain-chance = Besser: { $choice }. Von 100 solchen Händen würdest du { $wins } mehr gewinnen.
    .doing = { CAPITAL($doing) } wäre besser gewesen. Von 100 solchen Händen würdest du { $wins } mehr gewinnen.
