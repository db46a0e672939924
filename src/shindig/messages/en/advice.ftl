### Advice in a turn, and reviews of choices. $choice is a choice as buttons name it, $choices several of them.
### $amount is a number as text, $unit the plural of what the game counts: credits, chips, points, Hands, Sales, Battles.

advice-unready = Quick advice: the expert is still loading.
advice-best = Best: { $choice }.
advice-then = Then: { $choice }.
advice-clear = { $count ->
    [one] That is clearly better than the other choice.
   *[other] That is clearly better than the { $count } other choices.
}
advice-alike = About as good: { $choices }.
advice-others = { $count ->
    [one] one more
   *[other] { $count } more
}
advice-behind = { $choice }: about { $amount } { $unit } less ({ $sure }% sure).
advice-no-swaps = So make no swaps.
advice-swaps-alike = Making no swaps is about as good.
advice-swaps-gain = These swaps gain about { $amount } { $unit } ({ $sure }% sure).
advice-swaps-lose = These swaps lose about { $amount } { $unit } ({ $sure }% sure).
advice-tried = We played out { $count } deals that fit what you have seen.

review-made = Your choice: { $choice }.
review-gain = Better: { $choice }. It wins about { $amount } { $unit } more.
