### Finished matches: replay, review, comparison, exercises, coach.

## Replay

replay-place = Move { $number } of { $total }
replay-unranked = just for practice
replay-this-side = This side of the table
replay-steps = Moves
replay-first = First deal
replay-back = One move back
replay-step = Move
replay-go = Go
replay-on = One move on
replay-last = Last move
replay-to-going = Take over from here
replay-run = Play by itself
replay-pause = Pause
replay-from-here = Take over from here
replay-play-on = Play on with bots
replay-try-again = Try again from here
replay-practice = Just for practice.
replay-same-cards = You’ve all shown your hands, so you get the same cards.
replay-dealt-anew = The cards you couldn’t see get a new shuffle.
replay-not-dealt = You can’t start here: we can’t deal the hidden cards again. Start between hands, or when you all show your hands.
replay-again-what = “Try again” takes you back to your last choice, so you can choose something else.
replay-seen-by = Whose cards?
replay-onlooker = a spectator
replay-when-open = You can see everyone’s cards if everybody says yes, even those who have left.
replay-picture = Save as picture
replay-record = Save the match
replay-check = Was the shuffle fair?
replay-step-by-step = Move by move

## Review

review-title = How you played
review-again = Watch the match again
review-what = We only judge you by the cards you could see.
review-preparing = The Hard bot goes over your match, but it’s still getting ready. That takes a minute or two the first time. No need to wait: you’ll find the review here.
review-loading = Loading
review-failed = We had to stop: { $why }
review-progress = { $number ->
    [0] We’re looking over your { $total } choices. This takes a moment.
   *[other] We’ve gone through { $number } of your { $total } choices.
}
review-analysed = Choices we’ve looked at
review-short = In short
review-so-far = So far
review-nothing-yet = Nothing yet.
review-lost = { $score } With { $count ->
    [one] a better choice
   *[other] better choices
}, you’d have about { $amount } more, on average.
review-lost-chance = { $score } { $count ->
    [one] With a better choice, you’d win { $wins } more in 100 { $unit } like this.
   *[other] With better choices, you’d win about { $wins } more { $unit } in 100 matches like this.
}
review-costly = Where you went wrong
review-slips = Small slips
review-unsure = Hard to judge
review-more = { $count ->
    [one] One more
   *[other] { $count } more
}
review-see = See it
review-try = Try again
review-exercises = Tomorrow you can practice that in your { $link }.
review-exercises-link = exercises
review-grades = { $total ->
    [0] { $grades }.
   *[other] { $fine ->
        [0] You made { $total ->
            [one] one choice
           *[other] { $total } choices
        }: { $grades }.
       *[other] { $grades }.
    }
}
    .fine = You made { $total ->
        [one] one choice, and it was
        [2] two choices, and both of them were
       *[other] { $total } choices, and all of them were
    } fine.
review-no-mistake = { $won ->
    [no] Just bad luck! We tried your other choices in hundreds of deals, and none did clearly better.
   *[other] Well played!
}
review-no-choice = There was nothing for you to decide.
grade-best = Spot on
grade-good = Just as good
grade-inaccuracy = Slip
grade-mistake = Mistake
grade-blunder = Blunder
grade-unsure = Hard to tell
grade-count-good = { $count }{ $total ->
    [0] {""}
   *[other] {" "}of your { $total } choices
} { $count ->
    [one] was
   *[other] were
} fine
grade-count-unsure = { $count } { $count ->
    [one] is
   *[other] are
} hard to judge
grade-count-inaccuracy = { $count } { $count ->
    [one] was a slip
   *[other] were slips
}
grade-count-mistake = { $count } { $count ->
    [one] was a mistake
   *[other] were mistakes
}
grade-count-blunder = { $count } { $count ->
    [one] was a blunder
   *[other] were blunders
}

## Comparison

compare-title = Then and now
compare-after = Your choices in { $link }.
compare-step = an earlier match
compare-then = Back then
compare-now = This time
compare-best = The best choice

## Exercises

exercises-what = Have another go at the choices you got wrong. Each one comes back the next day. Get it right, and you won’t see it for a while.
exercises-waiting = { $count ->
    [one] You’ve got one. It’s
   *[other] You’ve got { $count }. They’re
} for { $days ->
    [one] tomorrow
   *[other] { $day }
}, but you can start early.
exercises-due = You’ve got { $due } to practice today, and { $count } in all.
exercises-practice = Practice
exercises-practice-now = Start early
exercises-none = Nothing here yet. Play a match, and then open “How you played”.
exercises-play = Play
exercises-private = Nobody else sees these.

## An exercise

exercise = The exercise
exercise-well = Well chosen
exercise-ask = What do you choose?
exercise-says = What we think
exercise-before = You’ve been here before, and you got it wrong. This is what you knew.
exercise-best = Right: { $choice } was best.
    .doing = Right: { $doing } was best.
exercise-unsure = We tried it in many deals, and still can’t tell how good that was.
exercise-as-good = { $choice } is about as good as the best choice, { $best }.
    .doing = { CAPITAL($doing) } was about as good as the best choice, { $best }.
exercise-then = Back then you chose { $choice }. That was worse by about { $amount }, on average.
    .did = Back then you { $did }. That was worse by about { $amount }, on average.
exercise-then-chance = Back then you chose { $choice }. Without that, you’d win { $wins } more in 100 { $unit } like this.
    .did = Back then you { $did }. Without that, you’d win { $wins } more in 100 { $unit } like this.
exercise-returns = You’ll see it again { $count ->
    [one] tomorrow
   *[other] in { $count } days
}.
exercise-next = Next one
exercise-another = Another one
exercise-on = Play on from here
coach-rules = All rules
coach-rule = rule

## The coach of a lesson

coach = Your coach
lesson-title = Learn { $game }
guest = Guest
coach-step = Step { $number } of { $total }
coach-says = What the coach says
coach-known = You know this one. “Advice” helps if you’re stuck.
coach-second-over = That was your own hand. You can look at every move under “What happened”.
coach-second = Play a hand yourself
coach-another = Another hand
coach-table = Play with the coach
coach-off = Play without the coach
coach-got-it = Got it
coach-show = Show me
page-back = Back
coach-aim = What you’re after.
coach-restart = Restart the lesson
coach-no-clock = There’s no clock. Leave whenever you like: the lesson waits for you.
