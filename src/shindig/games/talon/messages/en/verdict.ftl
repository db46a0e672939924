### Why a hand of Talon was won or lost. $who is the taker, with the partner if there is one: "you" for the reader.

talon-verdict-made = { PERSON($who) ->
    [you] You made your { $bid }: { $honors } you needed { $needed } points, and you got { $points }.
    [one] { $who } made the { $bid } with { $points } points. { CAPITAL($honors) }, { $needed } were enough.
   *[many] { CAPITAL($who) } made the { $bid } with { $points } points. { CAPITAL($honors) }, { $needed } were enough.
}
talon-verdict-failed = { PERSON($who) ->
    [you] You missed your { $bid } by { $short }: { $honors } you needed { $needed } points, and you got { $points }.
    [one] { $who } bid { $bid }, needed { $needed } points { $honors }, and only got { $points }.
   *[many] { CAPITAL($who) } bid { $bid }, needed { $needed } points { $honors }, and only got { $points }.
}
talon-verdict-gains = { PERSON($who) ->
    [you] You win { $amount }.
   *[one] { $who } wins { $amount }.
}
talon-verdict-loses = { PERSON($who) ->
    [you] You lose { $amount }.
   *[one] { $who } loses { $amount }.
}
talon-verdict-honors = { $honors ->
    [0] without an honor
    [one] with one honor
    [2] with two honors
   *[other] with all three honors
}
talon-verdict-ending = { $amount ->
    [10] The Magician in the last trick brought the taker’s side 10 more.
   *[other] The Magician in the last trick cost the taker’s side 10.
}
talon-verdict-slam = The payments include { $amount } for the slam.
talon-verdict-slam-missed = { PERSON($who) ->
    [you] You pay each of the others { $amount } for missing the slam.
    [one] { $who } pays each of the others { $amount } for missing the slam.
   *[many] { CAPITAL($who) } pay { $amount } for missing the slam.
}
talon-verdict-one-honor = With one more honor, { $needed } points would have been enough.
talon-verdict-defence = { $side ->
    [yours] { $count ->
        [one] Your side needed one more point to stop it.
       *[other] Your side needed { $more } more points to stop it.
    }
   *[theirs] { $count ->
        [one] The other side needed one more point to stop it.
       *[other] The other side needed { $more } more points to stop it.
    }
}
