### Texte des Skripts der Passkeys.

script-passkey-stopped = Es ist nichts passiert. Versuch es noch einmal, wenn du so weit bist.
script-passkey-known = Du hast auf diesem Gerät schon einen Passkey.
script-passkey-password = Das ist nicht dein Passwort.
script-passkey-often = Zu viele Versuche. Warte ein wenig.
script-passkey-failed = Das ging nicht. Versuch es noch einmal, oder nimm dein Passwort.
