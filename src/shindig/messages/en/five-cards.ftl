### Five-card hands, in the games that draw and show them.

five-cards-pile-hand = hand
five-cards-keeps = { $who ->
    [you] You kept all your cards.
   *[other] { $who } kept all five.
}
five-cards-draws = { $who ->
    [you] You swapped { $count ->
        [one] one card
       *[other] { $count } cards
    }.
   *[other] { $who } swapped { $count ->
        [one] one card
       *[other] { $count } cards
    }.
}
five-cards-swaps = { $who ->
    [you] You swapped { $cards }.
   *[other] { $who } swapped { $cards }.
}
five-cards-first-dealer = { $who ->
    [you] We drew for dealer, and it’s you.
   *[other] We drew for dealer, and it’s { $who }.
}
five-cards-discard = Swap
five-cards-draw = { $count ->
    [0] Keep them all
    [5] Swap all
   *[other] Swap { $count }
}
# How many hands a hand beats: $share in a hundred, rounded to five.
five-cards-share = { $share ->
    [0] hardly any hand
    [5] very few hands
    [10] one hand in ten
    [15] one hand in seven
    [20] one hand in five
    [25] one hand in four
    [30] three hands in ten
    [35] one hand in three
    [40] two hands in five
    [45] almost half of all hands
    [50] half of all hands
    [55] just over half of all hands
    [60] three hands in five
    [65] two hands in three
    [70] seven hands in ten
    [75] three hands in four
    [80] four hands in five
    [85] more than four hands in five
    [90] nine hands in ten
    [95] nearly every hand
   *[100] just about every hand
}
five-cards-hint-swap = { $choice }, and you beat { $count } hands in 100.
five-cards-refuse-cards = You don’t have { $card } that often. You hold { $held }.
