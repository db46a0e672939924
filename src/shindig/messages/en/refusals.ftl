### Refusals: why something is not possible now, and what is.

refuse-no-proposal = There is no such proposal now.
refuse-rematch = You can agree to a rematch when the match is over.
refuse-rematch-origin = This match is played only once. You can start again from the same step.
refuse-next = There is no next hand to wait for.
refuse-no-match = No match is being played.
refuse-alone = You play here alone.
refuse-nobody-agrees = Nobody else sits here who could agree.
refuse-no-clock = There is no clock running.
refuse-cutting = The cards are being cut. Ask again in a moment.
refuse-dealt-together = This hand was dealt with the last one. Play it first.
refuse-no-hand = No hand is being played.
refuse-rated-undo = At a ranked table there is no undo.
refuse-undo = You can take back only the last move, before anything is dealt.
refuse-undo-cut = The cards were cut after that move, so it stays.
refuse-undo-shown = That move has shown a card, so it stays.
refuse-remove-nobody = Nobody else sits there.
refuse-reveal = Hands open after a match, if the table’s settings allow it.
refuse-reveal-strangers = Only people who played in this match can open its hands.
refuse-closed = This table is closed.
refuse-account = At a ranked table everyone needs an account. Create one: what you have here moves there.
refuse-no-seat = You have no seat at this table.
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
refuse-hold-nobody = Nobody sits there for whom a bot could play.
refuse-hold-here = { $person } is here. Bots play only for people who are away.
refuse-late = The table has moved on. Look again.
refuse-skip = You can skip to the end once you are out.
refuse-nudge = No bot is to act now.
refuse-take-back = You can take a choice back until another seat acts or a card is shown.
refuse-only-alone = This works only alone against bots.
refuse-begun = The match has begun. You can agree to a rematch after it.
refuse-pause = There is no match to pause.
refuse-pauses = You have paused this match { $count } times. Ask somebody else.
refuse-resume = The table is not paused.
refuse-poke = Nobody else is to act now.
refuse-poke-early = Let them think for { $count } seconds first.
refuse-words = Write 1 to { $count } letters.
refuse-muted = The host has muted you.
refuse-close = The others are still playing. Ask them to close the table.
refuse-paused = The table is paused.
refuse-newcomer = You play from the next deal on.
refuse-nobodys-turn = Nobody is to act now.
refuse-turn = It is not your turn. { $person } is to act.
refuse-phrases = Only quick phrases here: { $phrases }

## E-mail
refuse-mail-link = This link is unknown, used or too old. Ask for a new one.
refuse-mail-taken = This e-mail address belongs to another account here.
refuse-no-mail = This room sends no e-mails.
refuse-mail-address = That is no e-mail address. One looks like ann@example.org.

## Sign-in at an OpenID provider
refuse-openid-failed = The sign-in did not work. Please try again from the start.
refuse-openid-taken = This sign-in belongs to another account here.
refuse-openid-login = No account could be made. Ask the host of this room.
refuse-no-openid = This room has no OpenID provider.
