### The table's page: what stands beside the games' own texts.

pile-backs = { $count ->
    [one] one face-down card
   *[other] { $count } face-down cards
}
card-mark-tall = Tall Card’s kind
card-mark-ranked = counts
card-mark-counts = counts
card-mark-wild = wild

## Pictures to share

headline = { $game }: { PERSON($seats) ->
    [many] { $seats } share the win ({ $scores })
   *[one] { $seats } won ({ $scores })
}
score-of = { $who } { $score }

## While others are to act

waiting = Waiting for { $who }
waiting-step = Waiting for { $who } ({ $step })
waiting-away = { $who } is away. A bot plays in
