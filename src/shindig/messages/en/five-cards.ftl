### Five-card hands, in the games that draw and show them.

five-cards-pile-hand = hand
five-cards-keeps = { $who ->
    [you] You keep all your cards.
   *[other] { $who } keeps all five.
}
five-cards-draws = { $who ->
    [you] You swap { $count ->
        [one] one card
       *[other] { $count } cards
    }.
   *[other] { $who } swaps { $count ->
        [one] one card
       *[other] { $count } cards
    }.
}
five-cards-swaps = { $who ->
    [you] You swap { $cards }.
   *[other] { $who } swaps { $cards }.
}
five-cards-first-dealer = { $who ->
    [you] We drew for dealer, and it’s you.
   *[other] We drew for dealer, and it’s { $who }.
}
five-cards-discard = Swap
five-cards-draw = { $count ->
    [0] Keep all
    [5] Swap all
   *[other] Swap { $count }
}
five-cards-hint-swap = { $choice }, and you beat { $count } hands in 100.
five-cards-refuse-cards = You don’t have { $card } that often. You hold { $held }.
