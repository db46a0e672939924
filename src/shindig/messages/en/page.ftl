### Pages: what is on all of them, the lobby, and the ways to play.

## On every page

page-skip = Skip to the content
page-site = Site
page-more = More pages
page-rules = Rules
page-sign-in = Log in
page-guest = (guest)
page-imprint = Imprint
page-privacy = Privacy

## Lobby

lobby-title = a card room for games from imagined worlds
lobby-what = { $guests ->
    [yes] { $count } card games, with friends or against bots. No sign-up.
   *[no] { $count } card games, with friends or against bots.
}
lobby-start-here = Start here
lobby-like-in = It’s like { $like }. Learn it in { $count } minutes.
lobby-deal-me-in = Deal me in
lobby-your-games = Your games
lobby-continue = Continue
lobby-begun = In progress
lobby-next = What next?
lobby-from-step = just for practice
lobby-lesson = Lesson
lobby-half-done = half done
lobby-exercises = Exercises
lobby-exercises-what = Another go at what went wrong
lobby-due = { $count } to practice today
lobby-learn-in = Learn it in { $count } minutes
lobby-another = Play it again
lobby-new = new
lobby-with-bots = against bots
lobby-play = play
lobby-streak = { $count } days in a row
lobby-played-games = { $number ->
    [0] You haven’t finished any of the { $total } games yet.
   *[other] You’ve finished { $number } of the { $total } games.
}
lobby-done-lessons = { $number ->
    [0] Feel like a lesson?
   *[other] You’ve done { $number } of the { $total } lessons.
}
lobby-next-lesson = { $number ->
    [0] Start with { $link }.
   *[other] Next up: { $link }.
}
lobby-deal-done = You scored { $score } in today’s deal.
daily-title = Deal of the day
lobby-deal = { $count } hands of { $game }. Everyone gets the same cards.
daily-play = Play today’s deal
lobby-like = Like { $like }
lobby-others = Other games
lobby-minutes = { $count }-min match
lobby-friends = Play with friends
lobby-open = Open tables
lobby-free = { $count ->
    [one] one free seat
   *[other] { $count } free seats
}
lobby-full = full
lobby-playing = playing
lobby-rated = ranked
lobby-difficulty-1 = easy
lobby-difficulty-2 = medium
lobby-difficulty-3 = hard
lobby-state-waiting = waiting for players
lobby-state-playing = playing
lobby-state-over = finished
lobby-state-closed = closed
lobby-state-asleep = unavailable
lobby-more-tables = { $count ->
    [one] One more table
   *[other] { $count } more tables
}
lobby-players = { $number } to { $total } players
lobby-players-exact = { $count ->
    [one] 1 player
   *[other] { $count } players
}

## Ways to play

play-title = Play { $game }
play-like = Like { $like }.
play-new-here = New here?
play-lesson-what = Play your first hand with a coach. It takes { $count } minutes.
play-lesson-again = Play the lesson again
play-learn = Learn by playing
play-bots = Play against bots
play-opponents = Opponents
play-level = Level
play-length = Length
play-short-takes = A short match takes about { $count } minutes.
play-takes = A match takes about { $count } minutes.
play-short = Short: { $length }
play-full = Full: { $length }
play-now = Play now
play-coach = Coach
play-coach-what = explains things as you play
play-friends-what = Just one match? Open a table. Play often? Make a room. Then send the link.
play-open = Open a table
play-room = Make a room
play-anybody = Play with new people
play-anybody-what = You’ll play whoever turns up. If nobody does in 20 seconds, you’ll play bots.
play-someone = Find other players
play-rules = Rules of { $game }

## Where to press, in a lesson

coach-own-hand = Your own hand
coach-press = Pick “{ $label }”.
coach-amount = Make it { $value }, then pick “{ $label } { $value }”.
coach-touch = Tap { $count ->
    [one] the marked card
   *[other] the { $count } marked cards
}, then “{ $label }”.
coach-touch-none = Don’t pick any card, just “{ $label }”.

## Rules

rules-index = Rules
rules-index-what = No need to learn it all first. If you try something that isn’t allowed, we’ll tell you why.

## Rules

rules-fair-cut = The fair cut
rules-contents = Contents
rules-option = house rule “{ $option }”
rules-search = Search the rules

## Your turn

turns-title = Games waiting for you
turns-yours = your turn
turns-others = waiting for others
turns-none = Nobody’s waiting for you right now. Want to take it slow? Open a table where everyone gets a whole day for each turn.
turns-open = Open a slow table
turns-push = Notifications
turns-push-what = Do you get a day for each turn? We’ll let you know on this device when it’s yours.
turns-push-on = Tell me
turns-push-off = Stop telling me

## Errors

error-404 = Nothing here
error-403 = Not allowed
error-409 = Not now
error-429 = Too fast
error-other = That didn’t work
error-no-page = This page doesn’t exist.
error-no-json = Send a JSON object, with the header “Content-Type: application/json”.
error-no-method = You can’t do that here.
error-ours = Something went wrong on our side. You’ve lost nothing.
page-back-to-table = Back to the table
page-to-lobby = Back to the lobby
page-contact = Stuck? Ask { $contact }.

## Offline

offline-title = Offline
offline-you = You’re offline
offline-what = You need a connection for this page. Your matches are safe: if others play on, a bot keeps your seat.
offline-here = On this device you have:
offline-lessons = Lessons
offline-advice = You’re offline, but “Show me” tells you what to do.
offline-lesson = You’re offline, so you can’t do this now. You can still play the lesson to its end.

## Faces

face = Picture
face-figure = Figure
face-none = your initial
face-colour = Color
face-moon = moon
face-star = star
face-leaf = leaf
face-wave = wave
face-hill = hill
face-sun = sun
face-drop = drop
face-bird = bird
face-plum = plum
face-moss = moss
face-rust = rust
face-teal = teal
face-ink = ink
face-sand = sand

## Open a table

open-title = Open a table: { $game }
open-what = You get a link to send to your friends. Bots fill any empty seats.
open-name-found = Leave it blank, and we’ll pick one
open-seats = Seats
open-bots = Bots
open-bots-what = Bots fill any empty seats and play for anyone who steps out. Before you start, you can pick how good each one is.
open-name = Title
open-public = Public
open-public-what = Anyone can join from the lobby. Otherwise people need your link.
open-watch = Spectators
open-watch-what = People can watch, but they won’t see anyone’s cards.
open-rated = Ranked
open-rated-what = If you play other people, it counts for the { $link }. Everyone needs an account, and there’s no advice and no undo.
open-ranking = ranking
open-advice-what = Everyone can ask for advice. If you only play bots, you always can.
open-more = Clock, stakes, chat
open-seconds = Time per turn
open-seconds-what = If you run out, we play your safest move. Public and ranked tables need a clock.
open-clock = { $seconds ->
    [0] no clock
    [120] 2 minutes
    [300] 5 minutes
    [86400] a whole day
   *[other] { $seconds } seconds
}
open-bank = Time bank
open-bank-what = Extra seconds for you to use up over the match.
open-misses = Missed turns
open-misses-what = Miss this many turns in a row, and a bot plays on for you.
open-unit = Played for
open-unit-what = Chores are traditional.
open-reveal = Showing all the cards
open-reveal-agreed = when everyone agrees
open-reveal-always = after every match
open-reveal-never = never
open-reveal-what = When do you all see everyone’s cards after a match? Everyone who was dealt in must agree.
open-chat = Chat
open-chat-open = open
open-chat-phrases = quick phrases only
open-chat-reminder = Don’t talk about your cards: we remind you once a match. At ranked tables you only get quick phrases.
open-chat-what = Can people write what they like?
open-button = Open the table

## Deal of the day

daily-what = { $over ->
    [yes] It was
   *[no] Today it’s
} { $game }: { $hands } hands against { $count ->
    [one] one { $level } bot
   *[other] { $count } { $level } bots
}.
daily-same = Everyone gets the same cards and the same bots.
daily-lesson = Never played it? { $link } first.
daily-lesson-link = Play the lesson
daily-so-far = You scored { $score }, so you’re number { $place } of { $total } so far. You’ll see the best choices when the day is over.
daily-your-table = Your table
daily-replay = Replay your match
daily-not-installed = This game isn’t available right now.
daily-waits = You can still finish your try.
daily-one-try = You get one try: no undo and no advice.
daily-left = You’ve got { $hours ->
    [0] less than an hour
    [one] one hour
   *[other] { $hours } hours
} left.
daily-unlisted = Play as a guest
daily-continue = Continue
daily-guest = Want to be on the results list? Log in before you play. We can’t list guests.
daily-unranked = You started as a guest, so this one doesn’t go on the list.
daily-unranked-so-far = You scored { $score }. You played as a guest, so it doesn’t go on the list. You’ll see the best choices when the day is over.
daily-unranked-ended = You scored { $score }. You played as a guest, so it didn’t go on the list.
daily-ranked-tomorrow = From tomorrow, you’re on the list.
daily-ranked-with-account = Create an account, and you’re on the list from tomorrow.
daily-account-button = Create an account or log in
daily-streak = You’ve played { $count } days in a row.
daily-ended = You scored { $score } and finished number { $place } of { $total }.
daily-review = How you played, and what was best
daily-unfinished = You didn’t finish your try on its day.
daily-results = Results
daily-results-so-far = Results so far
daily-others = { $count ->
    [one] One person has played.
   *[other] { $count } people have played.
} Play to see the results.
daily-nobody = Nobody played it.
daily-nobody-yet = Nobody has played it yet.
daily-fair = Is it fair?
daily-fair-what = We shuffle these cards on our own. But we picked our secret beforehand, and published its hash before the day began.
daily-fair-open = The secret is out now, so you can check the shuffles.
daily-fair-closed = The secret comes out when the day is over. Then you can check the shuffles.
daily-hash = Hash of this day
daily-secret = Secret
daily-terms = Terms
daily-hash-tomorrow = Hash of tomorrow
daily-limits = How we lock it in, and what that can’t prevent
daily-days = Days
daily-before = The day before
daily-after = The day after
daily-today = Today

## Reports

report-title = Report what was said
report-sent = Sent to the people who run this card room. Nobody at the table will know.
report-what = The people who run this card room get what this person last said, and your reason. Nobody at the table will know.
report-why = What bothered you?
report-button = Report it
report-nothing = Nobody has written anything here.

## On every page

page-language = Language
