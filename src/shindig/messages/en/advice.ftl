### Advice in a turn, and reviews of choices. $choice is a choice as buttons name it, $choices several of them.
### $amount is an amount as amount-of writes it.

advice-unready = This is quick advice: the Hard bot is still loading.
advice-best = Best: { $choice }.
advice-then = Then: { $choice }.
advice-clear = { $count ->
    [one] That’s clearly better than the other choice.
   *[other] That’s clearly better than the { $count } other choices.
}
advice-alike = About as good: { $choices }.
advice-others = { $count ->
    [one] one more
   *[other] { $count } more
}
advice-behind = { $choice }: about { $amount } less, and we’re { $sure }% sure.
    .doing = { CAPITAL($doing) } costs you about { $amount }. We’re { $sure }% sure.
advice-no-swaps = So don’t swap.
advice-swaps-alike = Not swapping is about as good.
advice-swaps-gain = These swaps win you about { $amount }. We’re { $sure }% sure.
advice-swaps-lose = These swaps cost you about { $amount }. We’re { $sure }% sure.
advice-tried = We played out { $count } deals that fit what you’ve seen.

review-made = Your choice: { $choice }.
    .did = You { $did }.
review-gain = Better: { $choice }, by about { $amount } on average.
    .doing = { CAPITAL($doing) } would have been better, by about { $amount } on average.
review-gain-chance = Better: { $choice }. In 100 { $unit } like this, you’d win { $wins } more.
    .doing = In 100 { $unit } like this, you’d win { $wins } more by { $doing }.
