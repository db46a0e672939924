### Blätter aus fünf Karten.

five-cards-pile-hand = Hand
five-cards-keeps = { $who ->
    [you] Du behältst alle Karten.
   *[other] { $who } behält alle Karten.
}
five-cards-draws = { $who ->
    [you] Du ziehst { $count ->
        [one] eine neue Karte
       *[other] { $count } neue Karten
    }.
   *[other] { $who } zieht { $count ->
        [one] eine neue Karte
       *[other] { $count } neue Karten
    }.
}
five-cards-swaps = { $who ->
    [you] Du legst { $cards } ab und ziehst { $count }.
   *[other] { $who } legt { $cards } ab und zieht { $count }.
}
five-cards-shows = { $who ->
    [you] Du zeigst { $rank }: { $cards }.
   *[other] { $who } zeigt { $rank }: { $cards }.
}
five-cards-first-dealer = { $who ->
    [you] Das Los fällt auf dich: du gibst zuerst.
   *[other] Das Los fällt auf { $who }: { $who } gibt zuerst.
}
five-cards-discard = Ablegen
five-cards-draw = { $count ->
    [0] Alle behalten
   *[other] { $count } tauschen
}
five-cards-refuse-cards = So oft hast du { $card } nicht. Deine Hand ist { $held }.
