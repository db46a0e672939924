### Why a hand of Talon was won or lost. $who is the taker, with the partner if there is one: "you" for the reader.

talon-verdict-made = { PERSON($who) ->
    [you] You made your { $bid } with { $points } points: { $needed } were enough { $honors }.
    [one] { $who } made the { $bid } with { $points } points: { $needed } were enough { $honors }.
   *[many] { CAPITAL($who) } made the { $bid } with { $points } points: { $needed } were enough { $honors }.
}
talon-verdict-failed = { PERSON($who) ->
    [you] You fell { $short } short of your { $bid }: { $points } of the { $needed } points you need { $honors }.
    [one] { $who } fell { $short } short of the { $bid }: { $points } of the { $needed } points needed { $honors }.
   *[many] { CAPITAL($who) } fell { $short } short of the { $bid }: { $points } of the { $needed } points needed { $honors }.
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
    [0] without an honor
    [one] with one honor
    [2] with two honors
   *[other] with all three honors
}
talon-verdict-ending = { $amount ->
    [10] The Magician in the last trick brought the taker’s side 10 more.
   *[other] The Magician in the last trick cost the taker’s side 10.
}
talon-verdict-slam = The slam adds { $amount }.
talon-verdict-slam-missed = The missed slam costs { $amount }.
talon-verdict-one-honor = With one more honor, { $needed } points would have been enough.
talon-verdict-defence = { $side ->
    [yours] { $count ->
        [one] One more point for your side would have stopped it.
       *[other] { $more } more points for your side would have stopped it.
    }
   *[theirs] { $count ->
        [one] One more point for the other side would have stopped it.
       *[other] { $more } more points for the other side would have stopped it.
    }
}
