### Why a hand of Talon was won or lost. $who is the taker, with the partner if there is one: "you" for the reader.

talon-verdict-made = { PERSON($who) ->
    [you] You made your { $bid }: { $points } points, and you needed { $needed }.
    [one] { $who } made the { $bid }: { $points } points, { $needed } needed.
   *[many] { CAPITAL($who) } made the { $bid }: { $points } points, { $needed } needed.
}
talon-verdict-failed = { PERSON($who) ->
    [you] You fell { $short } short: { $points } points of the { $needed } you needed.
    [one] { $who } fell { $short } short: { $points } points of { $needed } needed.
   *[many] { CAPITAL($who) } fell { $short } short: { $points } points of { $needed } needed.
}
talon-verdict-gains = { PERSON($who) ->
    [you] You gain { $amount }.
   *[one] { $who } gains { $amount }.
}
talon-verdict-loses = { PERSON($who) ->
    [you] You lose { $amount }.
   *[one] { $who } loses { $amount }.
}
talon-verdict-honors = { $honors ->
    [0] Without an honor, { $needed } points are needed.
    [one] With one honor, { $needed } points are enough.
    [2] With two honors, { $needed } points are enough.
   *[other] With all three honors, { $needed } points are enough.
}
talon-verdict-ending = { $amount ->
    [10] The Magician in the last trick made the hand worth 10 more.
   *[other] The Magician in the last trick made the hand worth 10 less.
}
talon-verdict-slam = The slam adds { $amount }.
talon-verdict-slam-missed = The missed slam costs { $amount }.
talon-verdict-one-honor = One more honor would have won: then { $needed } points are enough.
talon-verdict-defence = Your side needed { $more } more points.
