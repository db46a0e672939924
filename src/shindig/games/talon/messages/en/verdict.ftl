### Why a hand of Talon was won or lost. $who is the taker, with the partner if there is one: "you" for the reader.

talon-verdict-made = { PERSON($who) ->
    [you] You bid { $bid } and made it: { $honors } you needed { $needed } points, and you got { $points }.
    [one] { $who } bid { $bid } and made it: { $honors } it took { $needed } points, and { $who } got { $points }.
   *[many] { CAPITAL($who) } played { $bid } and made it: { $honors } it took { $needed } points, and they got { $points }.
}
talon-verdict-failed = { PERSON($who) ->
    [you] You bid { $bid } and missed it by { $short }: { $honors } you needed { $needed } points, and you got { $points }.
    [one] { $who } bid { $bid }, needed { $needed } points { $honors }, and got { $points }.
   *[many] { CAPITAL($who) } played { $bid }, needed { $needed } points { $honors }, and got { $points }.
}
talon-verdict-gains = { PERSON($who) ->
    [you] You get { $amount }.
   *[one] { $who } gets { $amount }.
}
    .all = You get { $amount } in all.
talon-verdict-loses = { PERSON($who) ->
    [you] You pay { $amount }.
   *[one] { $who } pays { $amount }.
}
    .all = You pay { $amount } in all.
talon-verdict-misery-gains = Misery brought you { $amount }.
talon-verdict-misery-loses = Misery cost you { $amount }.

## A slam beside the hand: what each of the others pays. $reader is `you` if the reader is one of them; $who is the taker.

talon-verdict-slam-made = { $reader ->
    [you] You pay { $hand } for the hand and { $slam } more for the slam.
   *[other] Each defender pays { $hand } for the hand and { $slam } more for the slam.
}
talon-verdict-slam-missed = { $reader ->
    [you] You pay { $hand } for the hand, and get { $slam } back because { $who } called a slam and missed it.
   *[other] Each defender pays { $hand } for the hand, and gets { $slam } back because { $who } called a slam and missed it.
}
talon-verdict-failed-slam-made = { $reader ->
    [you] You get { $hand } for the hand, and pay { $slam } for the slam.
   *[other] Each defender gets { $hand } for the hand, and pays { $slam } for the slam.
}
talon-verdict-failed-slam-missed = { $reader ->
    [you] You get { $hand } for the hand, and { $slam } more because { $who } called a slam and missed it.
   *[other] Each defender gets { $hand } for the hand, and { $slam } more because { $who } called a slam and missed it.
}
talon-verdict-honors = { $honors ->
    [0] with no honors
    [one] with one honor
    [2] with two honors
   *[other] with all three honors
}
talon-verdict-ending = { $amount ->
    [10] The Magician in the last trick brought the taker’s side 10 more.
   *[other] The Magician in the last trick cost the taker’s side 10.
}
talon-verdict-one-honor = With one more honor, { $needed } points would have been enough.
talon-verdict-defence = { $side ->
    [yours] Your side
   *[theirs] The other side
} was { $count ->
    [0] half a point
    [one] one point
   *[other] { $more } points
} short of stopping { $who }.
