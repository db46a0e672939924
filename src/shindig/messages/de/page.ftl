### Seiten: was auf allen steht, die Lobby, und wie man spielt.

page-skip = Zum Inhalt
page-site = Seiten
page-more = Weitere Seiten
page-rules = Regeln
page-sign-in = Anmelden
page-guest = (Gast)
page-imprint = Impressum
page-privacy = Datenschutz
page-language = Sprache
error-404 = Hier ist nichts
error-403 = Nicht erlaubt
error-409 = Jetzt nicht
error-429 = Zu schnell
error-other = Das hat nicht geklappt
error-no-page = Diese Seite gibt es nicht.
error-no-json = Schick ein JSON-Objekt, mit dem Kopf „Content-Type: application/json“.
error-no-method = Das geht hier nicht.
error-ours = Bei uns ging etwas schief. Du hast nichts verloren.
page-back-to-table = Zurück zum Tisch
page-to-lobby = Zurück zur Lobby
page-contact = Kommst du nicht weiter? Frag { $contact }.
lobby-title = ein Kartenraum für Spiele aus erdachten Welten
lobby-what = { $guests ->
    [yes] { $count } Kartenspiele, mit Freunden oder gegen Bots. Ohne Anmeldung.
   *[no] { $count } Kartenspiele, mit Freunden oder gegen Bots.
}
lobby-start-here = Fang hier an
lobby-like-in = Es ist wie { $like ->
    [poker] Poker
    [tarot] Tarot
    [rummy] Rommé
   *[other] { $like }
}. In { $count } Minuten kannst du es.
lobby-deal-me-in = Ich bin dabei
lobby-your-games = Deine Spiele
lobby-continue = Weiterspielen
lobby-begun = Angefangen
lobby-next = Was nun?
lobby-from-step = nur zur Übung
lobby-lesson = Lektion
lobby-half-done = halb fertig
lobby-exercises = Übungen
lobby-exercises-what = Versuch noch einmal, was schiefging
lobby-due = heute { $count } zu üben
lobby-learn-in = Lern es in { $count } Minuten
lobby-another = Spiel es noch einmal
lobby-new = neu
lobby-with-bots = gegen Bots
lobby-play = spielen
lobby-streak = { $count } Tage in Folge
lobby-played-games = { $number ->
    [0] Du hast noch keins der { $total } Spiele beendet.
   *[other] Du hast { $number } der { $total } Spiele zu Ende gespielt.
}
lobby-done-lessons = { $number ->
    [0] Lust auf eine Lektion?
   *[other] Du hast { $number } der { $total } Lektionen gespielt.
}
lobby-next-lesson = { $number ->
    [0] Fang mit { $link } an.
   *[other] Die nächste: { $link }.
}
lobby-deal-done = Du hast heute { $score } erreicht.
lobby-deal = { $count } Hände { $game }. Alle bekommen dieselben Karten.
lobby-like = Wie { $like ->
    [poker] Poker
    [tarot] Tarot
    [rummy] Rommé
   *[other] { $like }
}
lobby-others = Andere Spiele
lobby-minutes = Match: { $count } Min.
lobby-friends = Spiel mit Freunden
lobby-open = Offene Tische
lobby-free = { $count ->
    [one] ein freier Platz
   *[other] { $count } freie Plätze
}
lobby-full = voll
lobby-playing = im Spiel
lobby-rated = gewertet
lobby-difficulty-1 = leicht
lobby-difficulty-2 = mittel
lobby-difficulty-3 = schwer
lobby-state-waiting = wartet auf Spieler
lobby-state-playing = im Spiel
lobby-state-over = beendet
lobby-state-closed = geschlossen
lobby-state-asleep = nicht verfügbar
lobby-more-tables = { $count ->
    [one] Noch ein Tisch
   *[other] Noch { $count } Tische
}
lobby-players = { $number } bis { $total } Spieler
lobby-players-exact = { $count ->
    [one] 1 Spieler
   *[other] { $count } Spieler
}
play-title = { $game } spielen
play-like = Wie { $like ->
    [poker] Poker
    [tarot] Tarot
    [rummy] Rommé
   *[other] { $like }
}.
play-new-here = Neu hier?
play-lesson-what = Spiel deine erste Hand mit einem Trainer. Das dauert { $count } Minuten.
play-lesson-again = Lektion noch einmal spielen
play-learn = Lern beim Spielen
play-bots = Gegen Bots
play-opponents = Gegner
play-level = Stufe
play-length = Länge
play-short-takes = Ein kurzes Match dauert etwa { $count } Minuten.
play-takes = Ein Match dauert etwa { $count } Minuten.
play-short = Kurz: { $length }
play-full = Ganz: { $length }
play-now = Jetzt spielen
play-coach = Trainer
play-coach-what = erklärt Neues beim Spielen
play-friends-what = Nur ein Match? Öffne einen Tisch. Spielt ihr oft? Richte einen Raum ein. Dann schick den Link.
play-open = Tisch öffnen
play-room = Raum einrichten
play-anybody = Mit irgendwem
play-anybody-what = Du spielst, mit wem auch immer kommt. Kommt in 20 Sekunden keiner, spielst du gegen Bots.
play-someone = Such mir Mitspieler
play-rules = Regeln von { $game }
coach-own-hand = Deine eigene Hand
coach-press = Wähl „{ $label }“.
coach-amount = Stell { $value } ein, dann wähl „{ $label } { $value }“.
coach-touch = Tipp { $count ->
    [one] die markierte Karte
   *[other] die { $count } markierten Karten
} an, dann „{ $label }“.
coach-touch-none = Wähl keine Karte, nur „{ $label }“.
rules-index = Regeln
rules-index-what = Du musst nicht gleich alles können. Ist etwas nicht erlaubt, sagen wir dir, warum.
rules-fair-cut = Faires Abheben
rules-contents = Inhalt
rules-option = Hausregel „{ $option }“
rules-search = In den Regeln suchen
turns-title = Wo du dran bist
turns-yours = du bist dran
turns-others = wartet auf andere
turns-none = Du bist nirgends dran. Magst du es langsam? Mach einen Tisch auf, an dem man pro Zug einen ganzen Tag hat.
turns-open = Langsamen Tisch öffnen
turns-push = Benachrichtigungen
turns-push-what = Hast du für jeden Zug einen Tag? Wir melden uns auf diesem Gerät, wenn du dran bist.
turns-push-on = Sag mir Bescheid
turns-push-off = Nicht mehr Bescheid sagen
offline-title = Offline
offline-you = Du bist offline
offline-what = Für diese Seite brauchst du eine Verbindung. Deine Matches sind sicher: spielen die anderen weiter, hält ein Bot deinen Platz.
offline-here = Auf diesem Gerät hast du:
offline-lessons = Lektionen
offline-advice = Du bist offline, aber „Zeig es mir“ sagt dir, was zu tun ist.
offline-lesson = Du bist offline, also geht das jetzt nicht. Die Lektion kannst du trotzdem zu Ende spielen.
face = Bild
face-figure = Figur
face-none = dein Anfangsbuchstabe
face-colour = Farbe
face-moon = Mond
face-star = Stern
face-leaf = Blatt
face-wave = Welle
face-hill = Hügel
face-sun = Sonne
face-drop = Tropfen
face-bird = Vogel
face-plum = Pflaume
face-moss = Moos
face-rust = Rost
face-teal = Petrol
face-ink = Tinte
face-sand = Sand
open-title = Tisch öffnen: { $game }
open-what = Du bekommst einen Link für deine Freunde. Bots füllen die freien Plätze.
open-name-found = Lass es leer, und wir wählen einen
open-seats = Plätze
open-bots = Bots
open-bots-what = Bots füllen die freien Plätze und spielen für alle, die kurz weg sind. Vor dem Start kannst du wählen, wie gut jeder ist.
open-name = Titel
open-public = Öffentlich
open-public-what = Jeder kann aus der Lobby dazukommen. Sonst braucht man deinen Link.
open-watch = Zuschauer
open-watch-what = Andere können zusehen, aber sie sehen niemandes Karten.
open-rated = Gewertet
open-rated-what = Spielst du gegen Menschen, zählt es für die { $link }. Alle brauchen ein Konto, und es gibt keinen Rat und kein Zurück.
open-ranking = Rangliste
open-advice-what = Alle können um Rat fragen. Spielst du nur gegen Bots, kannst du das immer.
open-more = Uhr, Einsatz, Gespräch
open-seconds = Zeit pro Zug
open-seconds-what = Ist die Zeit um, spielen wir deinen sichersten Zug. Öffentliche und gewertete Tische brauchen eine Uhr.
open-clock = { $seconds ->
    [0] keine Uhr
    [120] 2 Minuten
    [300] 5 Minuten
    [86400] ein ganzer Tag
   *[other] { $seconds } Sekunden
}
open-bank = Zeitreserve
open-bank-what = Extra Sekunden, die du im ganzen Match aufbrauchen kannst.
open-misses = Verpasste Züge
open-misses-what = Verpasst du so viele Züge in Folge, spielt ein Bot für dich weiter.
open-unit = Gespielt wird um
open-unit-what = Der Abwasch ist ein Klassiker.
open-reveal = Alle Karten zeigen
open-reveal-agreed = wenn alle zustimmen
open-reveal-always = nach jedem Match
open-reveal-never = nie
open-reveal-what = Wann seht ihr nach einem Match alle Karten? Alle, die Karten hatten, müssen zustimmen.
open-chat = Gespräch
open-chat-open = frei
open-chat-phrases = nur kurze Grüße
open-chat-reminder = Bitte nicht über die Karten reden: wir erinnern euch einmal pro Match daran. An gewerteten Tischen gibt es nur kurze Grüße.
open-chat-what = Kann man schreiben, was man will?
open-button = Tisch öffnen
daily-title = Tagesdeal
daily-play = Tagesdeal spielen
daily-what = { $over ->
    [yes] Es war
   *[no] Heute ist es
} { $game }: { $hands } Hände gegen { $count ->
    [one] einen Bot, der { $level } spielt
   *[other] { $count } Bots, die { $level } spielen
}.
daily-same = Alle bekommen dieselben Karten und dieselben Bots.
daily-lesson = Noch nie gespielt? { $link } zuerst.
daily-lesson-link = Spiel die Lektion
daily-so-far = Du hast { $score } und bist bisher auf Platz { $place } von { $total }. Die besten Züge siehst du, wenn der Tag vorbei ist.
daily-your-table = Dein Tisch
daily-replay = Dein Match noch einmal
daily-not-installed = Dieses Spiel ist gerade nicht verfügbar.
daily-waits = Du kannst deinen Versuch noch beenden.
daily-one-try = Du hast einen Versuch: ohne Zurück und ohne Rat.
daily-left = Dir { $hours ->
    [0] bleibt weniger als eine Stunde
    [one] bleibt eine Stunde
   *[other] bleiben { $hours } Stunden
}.
daily-unlisted = Als Gast spielen
daily-continue = Weiter
daily-guest = Willst du auf die Liste? Melde dich an, bevor du spielst. Gäste können wir nicht aufführen.
daily-unranked = Du hast als Gast angefangen, also steht dieser nicht auf der Liste.
daily-unranked-so-far = Du hast { $score }. Du hast als Gast gespielt, also steht das nicht auf der Liste. Die besten Züge siehst du, wenn der Tag vorbei ist.
daily-unranked-ended = Du hast { $score }. Du hast als Gast gespielt, also steht das nicht auf der Liste.
daily-ranked-tomorrow = Ab morgen stehst du auf der Liste.
daily-ranked-with-account = Leg ein Konto an, und du stehst ab morgen auf der Liste.
daily-account-button = Konto anlegen oder anmelden
daily-streak = Du hast { $count } Tage in Folge gespielt.
daily-ended = Du hast { $score } und bist auf Platz { $place } von { $total } gekommen.
daily-review = So hast du gespielt, und das war am besten
daily-unfinished = Du hast deinen Versuch an dem Tag nicht beendet.
daily-results = Ergebnisse
daily-results-so-far = Ergebnisse bisher
daily-others = { $count ->
    [one] Eine Person hat gespielt.
   *[other] { $count } Leute haben gespielt.
} Spiel, um die Ergebnisse zu sehen.
daily-nobody = Niemand hat ihn gespielt.
daily-nobody-yet = Noch hat ihn niemand gespielt.
daily-fair = Ist das fair?
daily-fair-what = Diese Karten mischen wir allein. Aber wir haben unser Geheimnis vorher gewählt und seinen Hash vor dem Tag veröffentlicht.
daily-fair-open = Das Geheimnis ist jetzt heraus, also kannst du das Mischen prüfen.
daily-fair-closed = Das Geheimnis kommt heraus, wenn der Tag vorbei ist. Dann kannst du das Mischen prüfen.
daily-hash = Hash dieses Tages
daily-secret = Geheimnis
daily-terms = Bedingungen
daily-hash-tomorrow = Hash von morgen
daily-limits = Wie wir uns festlegen, und was das nicht verhindern kann
daily-days = Tage
daily-before = Tag davor
daily-after = Tag danach
daily-today = Heute
report-title = Melden, was gesagt wurde
report-sent = Wir haben es den Leuten geschickt, die diese Seite betreiben. Am Tisch erfährt es niemand.
report-what = Die Leute, die diese Seite betreiben, bekommen deinen Grund und was diese Person zuletzt gesagt hat. Am Tisch erfährt es niemand.
report-why = Was hat dich gestört?
report-button = Melden
report-nothing = Hier hat niemand etwas geschrieben.
