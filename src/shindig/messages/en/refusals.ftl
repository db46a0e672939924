### Refusals: why something is not possible now, and what is.

refuse-no-proposal = Nobody is asking for that right now.
refuse-rematch = You can agree to a rematch when the match is over.
refuse-rematch-origin = You play this match only once. You can start it again from the same move.
refuse-next = There’s no next hand to wait for.
refuse-no-match = You’re not playing a match right now.
refuse-alone = You’re playing alone here.
refuse-nobody-agrees = There’s nobody else here to say yes.
refuse-no-clock = There’s no clock running.
refuse-cutting = The cards are being cut. Ask again in a moment.
refuse-dealt-together = This hand was dealt with the last one. Play it first.
refuse-no-hand = You’re not playing a hand right now.
refuse-rated-undo = There’s no undo at a ranked table.
refuse-undo = You can take back only the last move, before anything is dealt.
refuse-undo-cut = The cards were cut after that move, so it stays.
refuse-undo-shown = That move has shown a card, so it stays.
refuse-remove-nobody = Nobody else sits there.
refuse-reveal = You can all show your hands after a match, if the table’s settings allow it.
refuse-reveal-strangers = Only those who played in this match can show its hands.
refuse-closed = This table is closed.
refuse-account = You need an account at a ranked table. Create one: you keep everything you’ve done so far.
refuse-no-seat = You don’t have a seat at this table.
refuse-host = Only the host can do this.
refuse-together = You can’t lay these cards down together.
refuse-practice-seat = This practice table is for one person.
refuse-removed = The host has removed you from this table.
refuse-taken = That seat is taken.
refuse-full = No seat is free.
refuse-bot-full = No seat is free for a bot.
refuse-bot-late = Choose the bots before a match.
refuse-remove-self = You can’t remove yourself, but you can leave.
refuse-mute-nobody = Nobody else sits there.
refuse-host-bot = Only a person can be the host.
refuse-rename = You can change your name when this ranked match is over.
refuse-hold-nobody = That seat is empty, so a bot can’t play for anyone there.
refuse-hold-here = { $person } is here. Bots only play for people who are away.
refuse-late = The table has moved on. Look again.
refuse-skip = You can skip to the end once you’re out.
refuse-nudge = No bot is thinking right now.
refuse-take-back = You can take a choice back until another seat acts or a card is shown.
refuse-only-alone = You can only do this alone against bots.
refuse-begun = The match has begun. You can agree to a rematch after it.
refuse-pause = There’s no match to pause.
refuse-pauses = You’ve paused this match { $count } times. Ask somebody else.
refuse-resume = The table isn’t paused.
refuse-poke = It’s nobody else’s turn right now.
refuse-poke-early = Let them think for { $count } seconds first.
refuse-words = Write 1 to { $count } letters.
refuse-muted = The host has muted you.
refuse-close = The others are still playing. Ask them to close the table.
refuse-paused = The table is paused.
refuse-newcomer = You’re in from the next deal on.
refuse-nobodys-turn = It’s nobody’s turn right now.
refuse-turn = It’s { $person }’s turn, not yours.
refuse-phrases = Only quick phrases here: { $phrases }
refuse-show = You have no hand to show now.

## Choices

refuse-pick = Pick a button, an amount or cards.
refuse-number = “{ $given }” isn’t a whole number.
refuse-several-ways = You can play these cards in more than one way. Say which.
refuse-touch = { $verb }: pick { $count ->
    [one] one card you can play
   *[other] { $count } cards
}.
refuse-touch-range = { $verb }: pick { $low } to { $high } cards.

## Tables

refuse-table-missing = We can’t find that table. Is that the whole link?
refuse-hosted = You’re already the host of { $count } tables. Close one first.
refuse-at-address = { $count } tables are open at your address. Close one first.
refuse-seated = You already have a seat here.
refuse-advice-seat = Only players get advice. You have no seat here.
refuse-advice-rated = There’s no advice at a ranked table.
refuse-no-clock-table = Public and ranked tables need a clock.
refuse-rated-advice = There’s no advice at a ranked table. Pick one or the other.
refuse-text-invisible = { $option } has letters nobody can see. Leave them out.
refuse-text-length = { $option } has at most { $count } letters.
refuse-rated-end = A ranked match is played to its end. If you leave early, you come last.
refuse-rated-host = At a ranked table the host can’t do this. A bot plays for people who are away.
refuse-rated-clock = At a ranked table the clock keeps running.

## The deal of the day

refuse-day-alone = You play the deal of the day alone, against the same bots as everyone else.
refuse-day-once = You have one try at the deal of the day.
refuse-day-undo = There’s no undo in the deal of the day.
refuse-day-none = There’s no deal today: no game here has bots.
refuse-day-closed = This is someone’s try at today’s deal. You can look at it when the day is over.
refuse-day-over = That day is over. Only a try finished on its day counts.
refuse-day-wait = Others still play this deal. You can look at it when the day is over.
refuse-day-missing = There was no deal on that day.

## Finished matches

refuse-match-missing = Match { $number } wasn’t finished at this table.
refuse-match-empty = Nothing was played in this match.
refuse-match-private = Only people who played in this match can see it.
refuse-record = You get this once you all show your hands: it has everyone’s cards.
refuse-hand-closed = You can’t see this hand yet. You can once everyone who played says yes.
refuse-hand-not-yours = You didn’t see that hand.
refuse-review-strangers = Only people who played in this match get a review.
refuse-no-reviews = { $game } has no bots that can rate your choices.
refuse-continue-strangers = Only people who played in this match can play on from here.
refuse-not-dealt = We can’t deal cards that fit what you had seen. Try the move before.
refuse-step-over = The match is over there. Choose an earlier move.
refuse-step-no-hand = You had no hand there. Choose a later move.
refuse-step-no-choice = You hadn’t chosen anything by then. Choose a later move.
refuse-no-comparison = You haven’t tried a choice again at this table.
refuse-compare-first = Choose first. Then you see both choices side by side.
refuse-no-game = We don’t have this game here.
refuse-no-lesson = This game has no lesson. Read its rules instead.

## Names, logins and passwords

refuse-nobody = We don’t know you yet. Log in, or pick a name.
refuse-no-token = We don’t know you. POST /api/2/guests with a name gives you a token: send it in the header “Authorization: Bearer TOKEN”.
refuse-name = Pick a name of 1 to { $count } letters that people can see.
refuse-login-form = Pick a username of { $low } to { $high } letters without spaces.
refuse-password-form = Pick a password of { $low } to { $high } letters.
refuse-login-taken = The username “{ $login }” is taken. Pick another one.
refuse-login-unwanted = You can’t use this username here. Pick another one.
refuse-login-wrong = Username and password don’t match. Check both and try again.
refuse-has-account = You already have an account.
refuse-no-account = You have no account, so you have no password.
refuse-no-account-code = You have no account, so you have no recovery code.
refuse-old-password = That isn’t your old password. Type the one you log in with.
refuse-password = That isn’t your password. Type the one you log in with.
refuse-password-changed = You’ve just changed your password on another device.
refuse-recovery = Username and recovery code don’t match. A code works only once.
refuse-invitation = This invitation is unknown, used up or too old. Ask for a new one.
refuse-unwanted-word = One of these words isn’t welcome here. Pick another one.

## Reports and bans

refuse-reports = You’ve made { $count } reports that nobody has read yet. Wait for those first.
refuse-own-words = Those are your own words.
refuse-report-long = Write at most { $count } letters.
refuse-banned = You’re banned here.
refuse-banned-address = Nobody can play from your address: it’s banned here.
refuse-banned-until = The ban ends on { $moment }.
refuse-banned-why = Reason: { $why }

## Rooms of friends

refuse-group-missing = We can’t find that room. Is that the whole link?
refuse-group-strangers = Only members can do this. Join the room first.
refuse-group-removed = You can’t come back to this room: somebody removed you.
refuse-group-code = This link or code doesn’t work any more. Ask a friend in the room for the new one.
refuse-group-full = This room is full: it has { $count } members.
refuse-group-founder = Only the person who made this room can remove others.
refuse-group-member = That person isn’t in this room.
refuse-group-playing = They’re playing a match. Join it, or start when it’s over.
refuse-choose-game = Choose a game first.
refuse-founded = You’ve made { $count } rooms. You can’t make more.
refuse-joined = You’re in { $count } rooms. Leave one first.
refuse-table-no-group = This table doesn’t belong to a room.

## Too much at once

refuse-deep = That goes too deep.
busy-room = We’re full right now. Try again later.
busy-tables = We’re full: { $count } tables are open. Try again later.
busy-onlookers = Too many people are watching here. Try again later.
busy-address-watching = Many people are watching from your address. Try again later.
busy-address-tables = Many tables are open at your address. Close one first.
busy-passwords = Many people are logging in. Try again in a moment.
busy-openid = Many people are signing in. Try again in a moment.
busy-mails = We’re still sending a lot of e-mails. Try again later.
busy-exports = We’re still putting your data together, or somebody else’s. Try again in a moment.
busy-thinking = The bots have too much to think about. Try again in a moment.
busy-advice = Advice is taking too long. Try again.
busy-review = The Hard bot gave no answer. Try again.
busy-dealing = The bots gave no answer, so you got no cards. Try again.
busy-expert = The Hard bot is still loading. Try again in a moment.
busy-closed-tables = Many people are looking at closed tables. Try again in a moment.
busy-matches = Many people are looking at finished matches. Try again in a moment.
busy-checks = We’re checking a lot of matches right now. Try again in a moment.
busy-reviews = We’re reviewing a lot of matches right now. Try again later.
busy-own-reviews = We’re still reviewing { $count } of your matches. Wait until they’re done.
busy-own = You asked for a lot that isn’t done yet. Wait until it is.
busy-address = People at your address asked for a lot that isn’t done yet. Wait until it is.
busy-group = Many people are changing this room at once. Try again.
busy-again = That didn’t work. Try again.
busy-database = We can’t reach our data. Try again in a moment.
busy-unchanged = Nothing has changed. { $why }
busy-moved = This table has moved to another server. Try again.
busy-lost-answer = The server of this table has stopped. See if your move was made, then try again.
too-often = Try again in { $count ->
    [one] one second
   *[other] { $count } seconds
}.
too-often-passwords = You got too many passwords wrong.
too-often-tables = You, or people at your address, opened many tables.
too-often-talk = You, or people at your address, said a lot.
too-often-guests = Many guests came from your address.
too-often-accounts = Many accounts were made at your address.
too-often-changes = You, or people at your address, changed a lot at once.
too-often-requests = That was a lot at once.
too-often-review = We’re still looking at your last choice.
too-often-codes = You got many codes wrong.
too-often-mails = You asked for a lot of e-mails.

## Tables whose game is not installed

asleep-game = This table’s game, { $game }, can’t be played: { $why }. The table comes back with it.
asleep-version = This table plays by version { $version } of the rules of { $game }. It comes back with the { $package } that has it.
asleep-log = This table doesn’t fit the version of its game that’s installed here. It comes back with the right one.
asleep-missing = it isn’t installed here

## Passkeys

refuse-passkey-wrong = This passkey doesn’t work here. Use another one, or your password.
refuse-passkey-late = That took too long, or was sent twice. Please try again.
refuse-passkey-copied = This passkey was removed, or is a copy. Use your password, and remove the passkey if you still have it.
refuse-passkey-guest = You need an account for passkeys. Create one: you keep everything you’ve done so far.
refuse-passkeys-full = You’ve got { $most } passkeys. Remove one to add another.
refuse-delete-unproved = This account has no password. Delete it on your own page: you sign in once more there.

## E-mail
refuse-mail-link = This link is unknown, used or too old. Ask for a new one.
refuse-mail-taken = This e-mail address belongs to another account here.
refuse-no-mail = Lost the code, too? Ask whoever runs this card room for a new password. We can’t send you one by e‑mail.
refuse-mail-address = That isn’t an e-mail address. One looks like ann@example.org.
refuse-mail-guest = { $name } has no account, so no e-mail address either.

## Sign-in at an OpenID provider
refuse-openid-failed = We couldn’t sign you in. Try again from the start.
refuse-openid-signed-in = You’re logged in here already. Log out first, or add this sign-in on your own page.
refuse-openid-taken = This sign-in belongs to another account here.
refuse-openid-login = We couldn’t make you an account. Ask the person who runs this card room.
refuse-no-openid = You can’t sign in that way here.
