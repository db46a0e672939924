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

## The showdown and great moments

reveal-folded = folded
reveal-out = out
reveal-wild = wild
reveal-blocked = can’t count
reveal-place-1 = 1st
reveal-place-2 = 2nd
reveal-place-3 = 3rd
reveal-place-4 = 4th
reveal-place-5 = 5th
reveal-place-6 = 6th
reveal-place-7 = 7th
reveal-place-8 = 8th
occasion-end = { PERSON($seats) ->
    [you] You won the match!
    [many] { CAPITAL($seats) } share the match
   *[one] { $seats } won the match
}
