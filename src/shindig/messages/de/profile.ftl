### Seiten einer Person: Statistik, Verlauf, Ranglisten, Konto.

statistics-other = Andere Entscheidungen
statistics-lost = { $kind }: im Schnitt etwa { $amount } mehr
statistics-lost-chance = { $kind }: in 100 solchen Händen würdest du { $wins } mehr gewinnen
me-pages = Deine Seiten
me-welcome = Willkommen
me-who = Wer bist du?
me-account-title = Konto
me-account = Hier bist du { $login }.
me-guest = Du spielst als Gast. { $link }, und du kannst auf jedem Handy oder Rechner weiterspielen. Nichts geht verloren.
me-guest-link = Leg ein Konto an
me-nobody = Zum Spielen brauchst du kein Konto. Melde dich an, leg ein Konto an, oder wähl einfach einen Namen.
me-invited = Du bist eingeladen. Leg ein Konto an, dann bist du dabei.
me-members = Hier spielen nur Mitglieder. Melde dich zuerst an.
history-title = Deine Matches
statistics-title = Statistik
ladders-title = Ranglisten
groups-title = Deine Räume
me-name-what = So heißt du ab deinem nächsten Tisch.
me-take-name = Nenn mich so
me-register = Konto anlegen
me-login = Benutzername
me-password = Passwort
me-register-what = Du bekommst auch einen Code, falls du dein Passwort vergisst.
me-register-button = Konto anlegen
me-by-invitation = Für ein Konto brauchst du hier eine Einladung. Frag die Person, die diesen Kartenraum betreibt, nach einem Link.
me-no-accounts = Gerade kannst du kein Konto anlegen. Frag die Person, die diesen Kartenraum betreibt.
me-log-in = Anmelden
me-forgot = Passwort vergessen?
me-forgot-what = Nimm den Code, den du beim Anlegen des Kontos gespeichert hast.
me-forgot-mail = Einen Link per E-Mail bekommen
me-openid = Mit { $provider } anmelden
me-openid-link = Auch mit { $provider } anmelden
me-openid-go = Weiter zu { $provider }
me-openid-go-what = Melde dich dort an. Danach kannst du dich hier auch mit { $provider } anmelden.
me-openid-go-delete = Melde dich noch einmal bei { $provider } an. Dann wird alles gelöscht.
me-openid-linked = Du kannst dich auch mit { $provider } anmelden.
me-openid-only = Du meldest dich mit { $provider } an.
me-openid-password = Passwort setzen
me-openid-password-what = Mit einem Passwort kannst du eine E-Mail-Adresse, einen Wiederherstellungscode und Passkeys hinzufügen.
me-openid-prove = Melde dich dort noch einmal an, damit kein anderer es für dich setzt.
me-openid-stays = Du kannst dich weiter mit { $provider } anmelden. Deine anderen Geräte werden abgemeldet.
me-openid-remove = Anmeldung mit { $provider } entfernen
me-code = Wiederherstellungscode
me-new-password = Neues Passwort
me-set-password = Neues Passwort setzen
me-change-password = Passwort ändern
me-old-password = Altes Passwort
me-change-what = Dann gilt nur noch das neue Passwort, und überall sonst bist du abgemeldet. Du bekommst einen neuen Wiederherstellungscode: wirf den alten weg.
me-new-code = Neuer Wiederherstellungscode
me-new-code-what = Der neue Code ersetzt deinen alten. Du siehst ihn nur einmal.
me-new-code-button = Neuen Code erzeugen
me-log-out = Abmelden
me-data = Deine Daten
me-download = Alles herunterladen
me-delete = Löschen
me-delete-what = Bots spielen für dich weiter. Die anderen behalten eure Matches, ohne deinen Namen. Du kannst das nicht rückgängig machen.
me-delete-account = Wir löschen deinen Namen, dein Konto, Ergebnisse, Übungen und Nachrichten.
me-delete-guest = Wir löschen deinen Namen, Ergebnisse, Übungen und Nachrichten.
me-delete-type = Schreib { $person }, um alles zu löschen.
me-delete-button = Alles löschen
recovery-title = Dein Wiederherstellungscode
recovery-save = Schreib ihn auf oder speichere ihn jetzt: du siehst ihn nicht wieder.
recovery-what = Vergisst du dein Passwort, kannst du damit ein neues setzen. Er gilt einmal. Verlierst du beides, kommt niemand mehr in dein Konto.
recovery-saved = Ich habe ihn gespeichert
history-no-more = Das sind alle.
history-none = Du hast noch kein Match beendet.
history-place = Du wurdest { $tied ->
    [0] {""}
   *[1] geteilter{" "}
}{ $place ->
    [1] Erster
    [2] Zweiter
    [3] Dritter
    [4] Vierter
    [5] Fünfter
    [6] Sechster
    [7] Siebter
   *[other] Letzter
} von { $total }. { $score }
history-beaten = { $who } hat gewonnen. { $score }
history-left = Du bist vor dem Ende gegangen.
history-match = von Match { $match }
history-too-old = Dieses Match ist zu alt zum Ansehen.
history-pages = Seiten
history-later = Spätere Matches
history-earlier = Frühere Matches
statistics-what = Alle deine beendeten Matches, außer Übung. Niemand sonst sieht das.
statistics-streak = Du hast { $count } Tage in Folge gespielt.
statistics-daily-streak = Du hast den Tagesdeal { $count } Tage in Folge gespielt.
statistics-rating = Du hast { $points } Punkte nach { $count ->
    [one] einem gewerteten Match
   *[other] { $count } gewerteten Matches
}. Wir können noch um { $margin } danebenliegen.
ladder-link = Rangliste
statistics-matches = Matches
statistics-won = Gewonnen
statistics-first = Erster Platz
statistics-hands = Hände
statistics-best = Größter Gewinn einer Hand
statistics-few = Wie du dich schlägst, steht hier nach ein paar Runden mehr.
statistics-gain = { $sign ->
    [few] { $hands ->
        [one] eine Hand ist zu wenig, um etwas zu sagen.
       *[other] { $hands } Hände sind zu wenig, um etwas zu sagen.
    }
    [even] bisher etwa ausgeglichen, in { $hands } Händen.
    [ahead] bisher hast du pro Hand etwa { $amount } gewonnen, in { $hands } Händen.
   *[behind] bisher hast du pro Hand etwa { $amount } verloren, in { $hands } Händen.
}
statistics-gain-wins = bisher hast du { $wins } von { $hands } Händen gewonnen.
statistics-people = Gegen Menschen
statistics-mixed = Gegen Bots mehrerer Stufen
statistics-bots = Gegen Bots, Stufe { $level }
statistics-dealt = Als Geber { $sign ->
    [ahead] gewinnst
   *[behind] verlierst
} du etwa { $mean } pro Hand, nach { $hands ->
    [one] einer Hand
   *[other] { $hands } Händen
}.
statistics-costly = Was besser geht
statistics-reviews = Das stammt aus Matches, die du dir noch einmal angesehen hast. Für die anderen öffne „So hast du gespielt“ unter { $link }.
ladder-title = Rangliste: { $game }
ladder-what = Hier zählen nur gewertete Matches gegen Menschen. Alle beginnen mit 1.500 Punkten. Liegst du 200 vor jemandem, solltest du drei von vier Matches gewinnen.
ladder-guess = Am Anfang raten wir nur: ± sagt, wie weit wir danebenliegen können. Spiel mehr, und wir raten besser.
ladder-place = Du bist auf Platz { $place }.
ladder-points = Punkte
ladder-order = Die Reihenfolge zählt deine Punkte minus die Zahl nach ±: mehr zu spielen lohnt sich.
ladder-none = Noch keine gewerteten Matches.
ladder-open = Gewerteten Tisch öffnen
passkeys-title = Passkeys
passkeys-what = Melde dich mit Fingerabdruck, Gesicht oder der PIN deines Handys an. So kommst du auch herein, wenn du den Rest verlierst.
passkey-unnamed = Passkey
passkey-added = Angelegt: { $date }, für { $host }.
passkey-used = Zuletzt benutzt: { $date }.
passkey-never = Noch nicht benutzt.
passkey-remove = Entfernen
passkey-add = Passkey anlegen
passkey-name = Sein Name
passkey-name-what = Damit du weißt, welcher es ist: „mein Handy“.
passkey-log-in = Mit Passkey anmelden
passkey-password-what = Dein Passkey steht für das alte Passwort. Überall sonst wirst du abgemeldet, und deine anderen Passkeys gelten nicht mehr.
passkey-set-password = Mit Passkey setzen
passkey-no-https = Passkeys gehen hier nicht. Nimm stattdessen ein Passwort.
passkey-no-browser = In diesem Browser kannst du keinen Passkey benutzen. Nimm dein Passwort oder einen anderen Browser.
