### E-Mail: die Adresse eines Kontos, und Briefe mit Links.

mail-title-address = Deine E-Mail-Adresse
mail-title-confirm = Adresse bestätigen
mail-title-confirmed = Adresse bestätigt
mail-title-forgot = Passwort vergessen?
mail-title-reset = Neues Passwort setzen
mail-address = E-Mail-Adresse
mail-address-is = Wir schreiben an { $address }, und nur wenn du darum bittest.
mail-address-none = Du hast hier keine E-Mail-Adresse.
mail-address-what = Mit einer Adresse kannst du ein neues Passwort setzen, wenn du deines vergisst. Wir schicken zuerst einen Link an sie.
mail-needs-account = Lege zuerst ein Konto an.
mail-send-link = Link schicken
mail-confirm-sent = Wir haben einen Link geschickt. Er gilt einen Tag. Wenn nichts ankommt, prüfe die Adresse und den Spam-Ordner.
mail-confirm-what = Diese Adresse für dein Konto hier verwenden?
mail-confirm-button = Ja, verwenden
mail-confirmed = Mit dieser Adresse kann jetzt ein neues Passwort für dein Konto gesetzt werden.
mail-remove = Adresse entfernen
mail-forgot-what = Gib die E-Mail-Adresse deines Kontos ein. Wir schicken einen Link, mit dem du ein neues Passwort setzt.
mail-reset-sent = Wenn ein Konto diese Adresse hat, ist ein Link unterwegs. Er gilt eine Stunde.
mail-reset-what = Das meldet dich auf allen Geräten ab. Du bekommst einen neuen Wiederherstellungscode.
mail-back = Zurück
mail-enter-code = Code eingeben

## Briefe

mail-confirm-subject = { $room }: E-Mail-Adresse bestätigen
mail-confirm-text =
    Hallo,

    willst du diese Adresse für dein Konto bei { $room } verwenden? Öffne diesen Link innerhalb eines Tages:

    { $link }

    Wenn du nicht darum gebeten hast, tu nichts.
mail-reset-subject = { $room }: Neues Passwort setzen
mail-reset-text =
    Hallo { $login },

    hast du dein Passwort bei { $room } vergessen? Setz innerhalb einer Stunde ein neues:

    { $link }

    Warst du das nicht, tu nichts, und dein Passwort bleibt, wie es ist.
