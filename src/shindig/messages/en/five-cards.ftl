### Five-card hands, in the games that draw and show them.

five-cards-pile-hand = hand
five-cards-keeps = { $who ->
    [you] You keep all your cards.
   *[other] { $who } keeps all cards.
}
five-cards-draws = { $who ->
    [you] You draw { $count ->
        [one] one new card
       *[other] { $count } new cards
    }.
   *[other] { $who } draws { $count ->
        [one] one new card
       *[other] { $count } new cards
    }.
}
five-cards-swaps = { $who ->
    [you] You discard { $cards } and draw { $count }.
   *[other] { $who } discards { $cards } and draws { $count }.
}
five-cards-shows = { $who ->
    [you] You show { $rank }: { $cards }.
   *[other] { $who } shows { $rank }: { $cards }.
}
five-cards-first-dealer = { $who ->
    [you] You deal first: you drew the lot.
   *[other] { $who } draws the lot and deals first.
}
five-cards-discard = Discard
five-cards-draw = { $count ->
    [0] Keep all
   *[other] Draw { $count }
}
five-cards-refuse-cards = You don’t have { $card } that often. Your hand is { $held }.
