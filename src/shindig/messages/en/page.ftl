### Pages: what is on all of them, the lobby, and the ways to play.

## On every page

page-skip = Skip to the content
page-site = Site
page-rules = Rules
page-sign-in = Log in
page-imprint = Imprint
page-privacy = Privacy

## Lobby

lobby-title = a card room for games from imagined worlds
lobby-start-here = Start here
lobby-like-in = Like { $like }, in { $count } minutes.
lobby-deal-me-in = Deal me in
lobby-your-games = Your games
lobby-continue = Continue
lobby-from-step = from step { $number }, unranked
lobby-lesson = Lesson
lobby-half-done = half done
lobby-exercises = Exercises
lobby-exercises-what = Replay your mistakes
lobby-due = { $count } due
lobby-learn-in = Learn it in { $count } minutes
lobby-another = Another match
lobby-new = new
lobby-with-bots = with bots
lobby-play = play
lobby-streak = { $count } days in a row
lobby-goal = { $goal }: { $number } of { $total }
daily-title = Deal of the day
lobby-deal = { $game }, { $count } hands. Everyone gets the same cards.
daily-play = Play today’s deal
lobby-like-too = Like { $like }, too
lobby-like = Like { $like }
lobby-others = Other games
lobby-minutes = { $count } min
lobby-friends = Play with friends
lobby-open = Open tables
lobby-free = { $count } free
lobby-full = full
lobby-playing = playing
lobby-rated = ranked
lobby-none = No open tables yet. Pick a game above to start one.
lobby-difficulty-1 = easy
lobby-difficulty-2 = medium
lobby-difficulty-3 = hard
lobby-goal-games = Play every game
lobby-goal-lessons = Finish every lesson
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
play-short-minutes = Short, about { $count } minutes
play-short = Short
play-full = Full match
play-now = Play now
play-coach = Coach
play-coach-what = The coach explains each new choice the first time it comes up.
play-friends-what = Open a table and send the link. Bots take any empty seats.
play-open = Open a table
play-room = Make a room
play-anybody = Play with anybody
play-anybody-what = Play whoever is around. If nobody comes within 20 seconds, you play bots.
play-someone = Play someone now
play-rules = Rules of { $game }

## Rules

rules-index = Rules
rules-index-what = If a move isn’t allowed, you’ll see which rule and why.
rules-fair = How the cards are shuffled, and how anyone can check it

## Rules

rules-fair-cut = The fair cut
rules-contents = Contents
rules-search = Search the rules

## Your turn

turns-title = Your turn
turns-yours = your turn
turns-others = waiting for others
turns-none = No match is waiting for you. Open a table with a clock of a day or more, and play whenever you like.
turns-push = Notifications
turns-push-what = In a slow game, with hours or days to think? This browser can tell you when it’s your turn.
turns-push-on = Notify me
turns-push-off = Stop notifying me

## Errors

error-404 = Nothing here
error-403 = Not allowed
error-409 = Not now
error-429 = Too fast
error-other = That did not work
error-no-page = This page doesn’t exist.
error-no-method = This address expects another kind of request.
error-ours = Something went wrong on our side. Nothing was lost.
page-back-to-table = Back to the table
page-to-lobby = To the lobby

## Offline

offline-title = Offline
offline-you = You are offline
offline-what = This page needs a connection. Your matches are safe: where others play on, a bot keeps your seat.
offline-here = On this device you have:
offline-lessons = Lessons

## Faces

face = Face
face-figure = Figure
face-none = none
face-colour = Colour
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
open-what = You get a link to send to your friends. Bots take any empty seats.
open-name-found = Leave empty for a random name
open-seats = Seats
open-bots = Bots
open-bots-what = Bots take empty seats and play for people who are away. You can set the level of each bot before the match.
open-name = Title
open-name-what = The name that people see.
open-public = Public
open-public-what = Anyone can find this table in the lobby. If it’s off, people need your link.
open-watch = Spectators
open-watch-what = Others can watch. They can’t see anyone’s cards.
open-rated = Ranked
open-rated-what = Matches between people count for the { $link }. Everyone needs an account, and there’s no advice and no undo.
open-ranking = ranking
open-advice-what = You can all ask for advice, even when you play each other. If you only play bots, you always can.
open-more = Clock, stakes, talk
open-seconds = Seconds per decision
open-seconds-what = If time runs out, the safest move is made for you. 0 means no clock, for private tables. 86400 is a day.
open-bank = Time bank
open-bank-what = Extra seconds for the whole match.
open-misses = Misses
open-misses-what = A bot plays on for people who miss this many decisions in a row.
open-unit = Played for
open-unit-what = Chores are traditional.
open-reveal = Open hands
open-reveal-agreed = when everyone agrees
open-reveal-always = after every match
open-reveal-never = never
open-reveal-what = When all hands can be seen after a match. Everyone who was dealt a hand must agree.
open-chat = Chat
open-chat-open = open
open-chat-phrases = quick phrases only
open-chat-reminder = Don’t talk about the hands: everyone is reminded once a match. Ranked tables have quick phrases only.
open-chat-what = May people write their own words?
open-button = Open the table

## Deal of the day

daily-what = { $game }, { $hands } hands against { $count ->
    [one] one bot
   *[other] { $count } bots
} (level { $level }).
daily-same = Everyone gets the same cards. If you play the same way, so do the bots.
daily-so-far = Your score: { $score }. You are in place { $place } of { $total } so far. You see the best choices when the day is over.
daily-your-table = Your table
daily-replay = Replay your match
daily-not-installed = This game isn’t available right now.
daily-waits = You can finish your try until midnight (UTC).
daily-one-try = You get one try, until midnight (UTC). You can’t undo or ask for advice.
daily-continue = Continue
daily-guest = You play as a guest, so your score isn’t ranked. Log in first for a place among the others.
daily-unranked = You began it as a guest, so it isn’t ranked.
daily-unranked-so-far = Your score: { $score }. You played as a guest, so it isn’t ranked. You see the best choices when the day is over.
daily-unranked-ended = Your score: { $score }. You played as a guest, so it isn’t ranked.
daily-ranked-tomorrow = From tomorrow on you are ranked.
daily-ranked-with-account = With an account you are ranked from tomorrow on.
daily-account-button = Create an account or log in
daily-streak = You have played { $count } days in a row.
daily-ended = Your score: { $score }. You came in place { $place } of { $total }.
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
daily-fair-what = The house alone shuffles these cards. It chose its secret beforehand, and published the secret’s hash before the day began.
daily-fair-open = The secret is open now, so anyone can check the shuffles.
daily-fair-closed = The secret opens when the day is over, so anyone can check the shuffles.
daily-hash = Hash of this day
daily-secret = Secret
daily-terms = Terms
daily-hash-tomorrow = Hash of tomorrow
daily-limits = How it is sealed, and what this can’t prevent
daily-days = Days
daily-before = The day before
daily-after = The day after
daily-today = Today

## Reports

report-title = Report what was said
report-sent = Sent to the people who run this site. Nobody at the table will know.
report-what = The people who run this site get what this person last said, and your reason. Nobody at the table will know.
report-why = What bothered you?
report-button = Report it
report-nothing = Nobody has written anything here.

## On every page

page-language = Language
