### Why a hand of Talon was won or lost. $who is the taker, with the partner if there is one: "you" for the reader.

talon-verdict-made = { PERSON($who) ->
    [you] You bid { $bid } and made it. You needed { $needed } points { $honors }, and got { $points }.
    [one] { $who } bid { $bid } and made it. { $who } needed { $needed } points { $honors }, and got { $points }.
   *[many] { CAPITAL($who) } played { $bid } and made it. They needed { $needed } points { $honors }, and got { $points }.
}
talon-verdict-failed = { PERSON($who) ->
    [you] You bid { $bid }, needed { $needed } points { $honors }, and got { $points }.
    [one] { $who } bid { $bid }, needed { $needed } points { $honors }, and got { $points }.
   *[many] { CAPITAL($who) } played { $bid }, needed { $needed } points { $honors }, and got { $points }.
}
talon-verdict-missed = { $who ->
    [you] You called a slam and missed it.
   *[other] { $who } called a slam and missed it.
} { $made ->
    [yes] { $bid } was made, though: { $points } points, { $needed } needed.
   *[no] { $bid } was missed, too: { $points } points, { $needed } needed.
}
talon-verdict-gains = You get { $amount }.
    .slam = { $slam } You get { $amount }.
talon-verdict-loses = You pay { $amount }.
    .slam = { $slam } You pay { $amount }.
talon-verdict-misery-gains = That includes the { $amount } you got for misery.
talon-verdict-misery-loses = That includes the { $amount } you paid for misery.
talon-verdict-slam-made = { PERSON($who) ->
    [you] You made a slam.
    [one] { $who } made a slam.
   *[many] { CAPITAL($who) } made a slam.
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
