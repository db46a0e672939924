### The table's page: what stands beside the games' own texts.

face-down-card = face-down card
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
    .short = ★
reveal-blocked = can’t count
    .short = ✗
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

## The page around the table

table-say-something = Say something
table-say = Say
table-log = What happened
table-menu = Menu
table-join = Join the table
table-your-name = Your name
table-join-button = Join
table-just-watch = Just watch
table-the-table = The table
table-your-side = Your side of the table
table-sort = Sort
table-as-dealt = as dealt
table-advice = Advice
table-keys = Keys
table-poke = Poke
table-qr = The invitation link as a QR code
table-invite = Invite friends
table-invite-ranked = Anyone with this link and an account can take a seat. This table counts for the ranking.
table-invite-what = Anyone with this link can take a seat.
table-invite-link = Invitation link
page-copy = Copy
page-share = Share
table-beside = Beside the table
page-close = Close
page-settings = Settings
table-name-and-face = Your name and face
page-name = Name
page-save = Save
table-compare = Compare your choices
table-from-step = From step { $number }
table-your-words = Your words
table-phrases-only = Only quick phrases here, to keep hands secret.
table-hide-talk = Hide what others say, at every table
table-senses = Sound and notices
table-sounds = Sounds
table-volume = Volume
table-vibrate = Vibrate on my turn
table-notice = Notify me on my turn while this page is hidden
table-contrast = High contrast, cards too
table-rules = Rules of this table
keys-cards = tap a card of your hand
keys-enter = confirm
keys-letter = underlined letter
keys-letter-what = press that button
keys-advice = advice
keys-sort = sort your hand
keys-log = to the log
keys-hand = to your hand
keys-list = this list
keys-on = Use single keys

## Proposals

accord-agreed = Agreed
accord-missing = missing
accord-agree = Agree
accord-decline = No, thanks

## Alone with bots

alone-next = Next
alone-skip = Skip to the end
alone-nothing-to-undo = Nothing to take back yet
alone-undo = Undo
alone-tempo = Bots play { $tempo }
alone-what = You play against bots alone. There is no clock, and results stay until you continue.
alone-final = Choices are final.
alone-undo-what = You can take back your last choice until another seat acts.
tempo-hand = one by one
tempo-slow = slowly
tempo-usual = at normal speed
tempo-quick = quickly
tempo-end = to the end

## The middle of the table

centre-highest = highest
centre-led = led

## The fair cut

cut-bound = The house is bound to { $hash }.
cut-day = The house alone shuffles the deal of the day. It chose its secret beforehand and opens it at the end.
cut-day-page = The day’s page
cut-what = Your device adds a number of its own to each shuffle. It also keeps the house’s promises, to check them after the match.
cut-how = How this is fair
cut-save = Download fairness proof
cut-sealing = Cut { $number }: each device picks a secret number.
cut-opening = Cut { $number }: the numbers are being opened.
cut-cutting = Cut { $number }: the cards are being cut.

## Single cards

ease-on = Auto-play forced cards: on
ease-off = Auto-play forced cards: off
ease-what = When you can play only one card, it can be played for you. It waits as long as you usually do, so nobody can tell. It starts once you have chosen { $count } times yourself.
ease-stop = Play them myself
ease-start = Auto-play forced cards

## The end of a match

ending = The last hand
ending-origin = From step { $number } of another match, unranked.
standings-place = Place
standings-player = Player
standings-score = Score
ending-best = The best moment
ending-hand = Hand { $number }
ending-scores = Scores over { $count } hands
ending-chart = Scores from { $low } to { $high } over { $count } hands
ending-picture = Picture to share
ending-wins = { PERSON($seats) ->
    [you] You win
    [one] { $seats } wins
   *[many] { CAPITAL($seats) } win
}
ending-day = The deal of the day is over after { $count } hands

## What you hold

have = What you have
have-you = You have

## Above the table

head-hands = Hands of this match
head-of = { $number } of { $total }
head-preparing-what = Until then it plays at Medium
head-preparing = the Hard bot is loading
head-clockwise-what = Play goes clockwise
head-counter-what = Play goes counter-clockwise
head-clockwise = ↻ clockwise
head-counter = ↺ counter-clockwise
head-watching = { $count } watching
head-paused = paused
head-rated = ranked
head-rated-what = It counts for the ranking: no advice, no undo
head-day = deal of the day
head-day-what = One try, the same cards for everyone: no advice, no undo
head-advice = with advice
head-advice-what = Everyone here may ask for advice

## After a hand

show-last = Show your last hand

## After a hand

finale = End of the match
next-hand = Next { $hand }
next-day = Results of the day
next-again = Again from step { $number }
next-rematch = Rematch
next-reveal = Open all hands
next-replay = Replay
next-review = How you played
next-group-again = Same again
next-group-other = Another game
next-ready = { PERSON($who) ->
    [you] You’re ready for the next { $hand }.
    [one] { $who } is ready for the next { $hand }.
   *[many] { CAPITAL($who) } are ready for the next { $hand }.
}
next-wants = { PERSON($who) ->
    [you] You want a rematch.
    [one] { $who } wants a rematch.
   *[many] { CAPITAL($who) } want a rematch.
}

## Opening all hands

opening-open = All hands are open
opening-for = Agree to open all hands
opening-nobody = nobody yet
opening-left = left

## A match that goes on from another

origin-step = step { $number } of another match
origin-proofs = The first cards come from no shuffle of this table, so they have no proofs.
origin-again = This match begins with your choice at { $step }, and is unranked.
origin-on = This match goes on after { $step }, and is unranked.
origin-dealt = Cards that you hadn’t seen were shuffled again.
origin-same = All hands of that match are open, so these are its cards.

## The showdown and great moments

reveal-title = Showdown

## Before a match

start-closed = This table is closed.
start-watching = You are watching.
start-no-seat = You have no seat here.
start-sit = Take a seat
start-bot-plays = A bot plays for you.
start-back = Play on myself
start-host = The host starts the match when everyone is here.
start-ready = Ready when you are.
start-empty = Bots take empty seats (level { $level }).
start-match = Start the match
start-levels = How the bots play
start-plays = { $person } plays
page-change = Change
start-how = How { $person } plays
start-add = Add a bot
start-how-new = How the bot plays

## People at the table

tools = Table
tools-empty = empty seat
seat-host = host
seat-bot = bot, { $level }
seat-bot-plain = bot
tools-preparing = loading
tools-here = here
tools-away = away
tools-muted = muted
seat-newcomer = from the next deal
seat-held = a bot plays on
tools-alike = same device as
tools-hold = Let a bot play
tools-remove = Remove
tools-unmute = Unmute
tools-mute = Mute
tools-make-host = Make { $person } the host
tools-propose-remove = Ask to remove { $person }
tools-rated = This table is ranked: no advice, no undo. If you leave a match early, you come last.
tools-day = No advice in the deal of the day.
tools-advised = You may ask for advice at this table.
tools-unadvised = People play each other here, so there is no advice.
tools-report = Report what somebody said
tools-day-waits = Your try waits for you until the day is over: go and come back whenever you like.
tools-readmit = Let { $person } sit again
tools-ask = Ask the others:
tools-resume = Resume
tools-pause = Pause
tools-leave = Leave the table
tools-leave-bot = A bot plays on for you.
tools-leave-free = Your seat becomes free.
tools-leave-button = Leave
tools-close = Close the table
tools-close-what = For everyone, and for good.
tools-close-button = Close it
tools-more-time = More time
tools-undo = Take back the last move
tools-call-off = Call the { $hand } off
tools-end = End the match now

## Seats and hands

advice-none = No advice right now.
seat-free = Free
seat-empty = Seat { $number }, empty
seat-chips = { $amount } { $unit }
seat-bet = bet { $amount }
seat-sit = Sit here
unit-chips = chips
unit-credits = credits
unit-points = points

# A hand of a game, in “Next hand”.
word-hand = hand
word-round = round
hand-yours = Your hand
prompt-more = More
prompt-meaning = What’s that?
prompt-range = { $verb }: from { $low } to { $high }
clock-all = Everyone is asked at once.
clock-turn = It is { $who }’s turn.
cloth-waiting = The match hasn’t begun.
cloth-closed = This table is closed.
cloth-hidden = This table has no spectators.
table-exchange-again = Start over
