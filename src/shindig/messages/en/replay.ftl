### Finished matches: replay, review, comparison, exercises, coach.

## Replay

replay-place = Match { $match }, step { $number } of { $total }
replay-unranked = unranked
replay-this-side = This side of the table
replay-steps = Steps
replay-first = First step
replay-back = Step back
replay-step = Step
replay-go = Go
replay-on = Step on
replay-last = Last step
replay-to-going = From here
replay-from-here = From here
replay-play-on = Play on with bots
replay-try-again = Try again from here
replay-practice = This is just practice.
replay-same-cards = All hands are open, so it has the same cards.
replay-dealt-anew = Cards that you hadn’t seen are shuffled again.
replay-not-dealt = This game can’t deal hidden cards anew. Start between hands, or when all hands are open.
replay-again-what = “Try again” lets you make your last choice before this step again.
replay-seen-by = Whose view
replay-onlooker = a spectator
replay-when-open = You can see the other hands once everyone who played agrees, even those who left.
replay-picture = Picture
replay-record = Record
replay-check = Check the shuffles
replay-step-by-step = Step by step

## Review

review-title = How you played
review-again = Replay of match { $match }
review-what = We judge your choices only by what you could see.
review-preparing = The Hard bot is loading. That takes a minute or two the first time. You can leave: the review waits here.
review-loading = Loading
review-failed = It stopped: { $why }
review-progress = Analysing { $number } of { $total }
review-analysed = Analysed
review-short = In short
review-nothing-yet = No choice is analysed yet
review-lost = Your mistakes cost you about { $amount } { $unit }. You ended with { $score }. Luck and the others did the rest.
review-costly = Biggest mistakes
review-more = { $count ->
    [one] One more mistake
   *[other] { $count } more mistakes
}
review-see = See it
review-try = Try again
review-exercises = From tomorrow you can practise them under { $link }.
review-exercises-link = exercises
review-no-mistake = You made no clear mistake.
grade-best = Best choice
grade-good = Good choice
grade-inaccuracy = Inaccuracy
grade-mistake = Mistake
grade-blunder = Blunder
grade-count-best = { $count } best { $count ->
    [one] choice
   *[other] choices
}
grade-count-good = { $count } good
grade-count-inaccuracy = { $count ->
    [one] { $count } inaccuracy
   *[other] { $count } inaccuracies
}
grade-count-mistake = { $count ->
    [one] { $count } mistake
   *[other] { $count } mistakes
}
grade-count-blunder = { $count ->
    [one] { $count } blunder
   *[other] { $count } blunders
}

## Comparison

compare-title = Your choices compared
compare-after = After { $link }. We judge only by what you could see.
compare-step = step { $number } of the match
compare-then = In the match
compare-now = This time
compare-best = The best choice

## Exercises

exercises-what = Replay your mistakes. Each one comes back the next day. Every time you get it right, it waits longer.
exercises-all = { $count } in all
exercises-practise = Practise
exercises-next = next on { $day }
exercises-practise-now = Practise now
exercises-none = You have none yet. Play a match, then look at “How you played”. Your mistakes come back here from tomorrow on.
exercises-play = Play
exercises-private = New ones appear at midnight (UTC). Only you see your exercises.

## An exercise

exercise = The exercise
exercise-well = Well chosen
exercise-ask = What do you choose?
exercise-says = What the review says
exercise-before = You have been here before, and your choice cost you. This is what you knew.
exercise-best = Correct: { $choice } was best.
exercise-as-good = { $choice } is about as good as the best, { $best }.
exercise-worse = { $choice } costs { $amount } on average. Best was { $best }.
exercise-then = In the match you chose { $choice }.
exercise-returns = It comes back { $count ->
    [one] tomorrow
   *[other] in { $count } days
}.
exercise-next = Next one
exercise-another = Another one
exercise-on = Play on from here
coach-rules = All rules
coach-rule = rule
exercise-what = We judge your choice only by what you could see. There is no clock.

## The coach of a lesson

coach = Your coach
lesson-title = Learn { $game }
guest = Guest
coach-step = Step { $number } of { $total }
coach-says = What the coach says
coach-known = You know this choice. “Advice” helps.
coach-second-over = That was your own hand. See every step in the log.
coach-second = Play a hand yourself
coach-another = Another hand
coach-table = Play with the coach
coach-off = No more coach
coach-got-it = Got it
coach-show = Show me
page-back = Back
coach-aim = The aim.
coach-restart = Restart the lesson
coach-no-clock = There is no clock. Leave at any time: the lesson waits for you.
