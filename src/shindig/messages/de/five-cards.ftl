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
five-cards-hint-swap = { $choice }, und du schlägst { $count } von 100 Händen.
five-cards-refuse-cards = So oft hast du { $card } nicht. Deine Hand ist { $held }.
