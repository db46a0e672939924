### Blätter aus fünf Karten.

five-cards-pile-hand = Hand
five-cards-keeps = { $who ->
    [you] Du behältst alle Karten.
   *[other] { $who } behält alle Karten.
}
five-cards-draws = { $who ->
    [you] Du tauschst { $count ->
        [one] eine Karte
       *[other] { $count } Karten
    }.
   *[other] { $who } tauscht { $count ->
        [one] eine Karte
       *[other] { $count } Karten
    }.
}
five-cards-swaps = { $who ->
    [you] Du tauschst { $cards }.
   *[other] { $who } tauscht { $cards }.
}
five-cards-first-dealer = { $who ->
    [you] Das Los fällt auf dich: du gibst zuerst.
   *[other] Das Los fällt auf { $who }: { $who } gibt zuerst.
}
five-cards-discard = Tauschen
five-cards-draw = { $count ->
    [0] Alle behalten
    [5] Alle tauschen
   *[other] { $count } tauschen
}
five-cards-share = { $share ->
    [0] kaum eine Hand
    [5] nur wenige Hände
    [10] eine von zehn Händen
    [15] eine von sieben Händen
    [20] eine von fünf Händen
    [25] eine von vier Händen
    [30] drei von zehn Händen
    [35] eine von drei Händen
    [40] zwei von fünf Händen
    [45] knapp die Hälfte aller Hände
    [50] die Hälfte aller Hände
    [55] gut die Hälfte aller Hände
    [60] drei von fünf Händen
    [65] zwei von drei Händen
    [70] sieben von zehn Händen
    [75] drei von vier Händen
    [80] vier von fünf Händen
    [85] über vier von fünf Händen
    [90] neun von zehn Händen
    [95] fast jede Hand
   *[100] so gut wie jede Hand
}
five-cards-hint-swap = { $choice }, und du schlägst { $count } von 100 Händen.
five-cards-refuse-cards = So oft hast du { $card } nicht. Deine Hand ist { $held }.
