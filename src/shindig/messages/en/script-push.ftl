### Texts of the script of messages about turns.

script-push-on = We’ll tell you here when it’s your turn.
script-push-failed = That didn’t work. Try again later.
script-push-off = We won’t tell you here any more.
script-push-refused = This browser doesn’t let us tell you.
