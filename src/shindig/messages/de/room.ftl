### Der Raum selbst: Zeilen im Verlauf über Leute, Pausen und Absprachen.

level-gentle = Leicht
level-steady = Mittel
level-expert = Schwer
room-begins = Ein neues Match beginnt.
room-goes-on = Von hier an geht das Match weiter.
room-ended = Ihr wart euch einig, das Match hier zu beenden.
room-called-off = Ihr wart euch einig, diese Hand abzubrechen. Sie zählt nicht.
room-led = Ihr zieht alle an den nächsten Tisch um.
room-closed = Der Tisch ist geschlossen.
room-paused = Der Tisch macht Pause.
room-resumed = Das Match geht weiter.
room-pauses = { $who ->
    [you] Du machst Pause.
   *[other] { $who } macht Pause.
}
room-resumes = { $who ->
    [you] Du beendest die Pause.
   *[other] { $who } beendet die Pause.
}
room-undoes = { $who ->
    [you] Du nimmst deine letzte Entscheidung zurück.
   *[other] { $who } nimmt die letzte Entscheidung zurück.
}
room-more-time = { $count ->
    [one] Du bekommst eine Minute mehr für diesen Zug.
   *[other] Du bekommst { $count } Minuten mehr für diesen Zug.
}
room-sits = { $who ->
    [you] Du setzt dich.
   *[other] { $who } setzt sich.
}
room-sits-bot = { $person }, ein Bot, setzt sich und spielt { $level }.
room-leaves = { $person } geht.
room-leaves-bot = { $person } geht, also spielt ein Bot weiter.
room-removes = Der Gastgeber entfernt { $person }.
room-removes-bot = Der Gastgeber entfernt { $person }, also spielt ein Bot weiter.
room-readmits = Der Gastgeber lässt { $person } wieder mitspielen.
room-away = { $who ->
    [you] Du bist weg, also spielt ein Bot für dich weiter.
   *[other] { $who } ist weg, also spielt ein Bot weiter.
}
room-back = { $who ->
    [you] Du bist wieder da.
   *[other] { $who } ist wieder da.
}
room-host = { $who ->
    [you] Du bist jetzt Gastgeber.
   *[other] { $who } ist jetzt Gastgeber.
}
room-host-away = { $who ->
    [you] Der alte Gastgeber ist weg, also bist du es jetzt.
   *[other] Der alte Gastgeber ist weg, also ist es jetzt { $who }.
}
room-mutes = { $who ->
    [you] Der Gastgeber schaltet dich stumm.
   *[other] Der Gastgeber schaltet { $who } stumm.
}
room-unmutes = { $who ->
    [you] Der Gastgeber lässt dich wieder reden.
   *[other] Der Gastgeber lässt { $who } wieder reden.
}
room-renamed = { $before } heißt jetzt { $person }.
room-new-face = { $who ->
    [you] Du hast ein neues Bild.
   *[other] { $who } hat ein neues Bild.
}
room-pokes = { $who ->
    [you] Du stupst { $other } an.
   *[other] { $other ->
        [you] { $who } stupst dich an.
       *[other] { $who } stupst { $other } an.
    }
}
room-reminder = Bitte sprich nicht über deine Karten, auch nicht in Andeutungen. Plaudern ist willkommen ({ $clause }).
room-agrees-rematch = { $who ->
    [you] Du möchtest noch ein Match.
   *[other] { $who } möchte noch ein Match.
}
room-agrees-reveal = { $who ->
    [you] Du willst gern alle Hände von Match { $number } zeigen.
   *[other] { $who } will gern alle Hände von Match { $number } zeigen.
}
room-agrees-next = { $who ->
    [you] Du bist bereit.
   *[other] { $who } ist bereit.
}
room-agrees-time = { $who ->
    [you] Du bist für mehr Zeit.
   *[other] { $who } ist für mehr Zeit.
}
room-agrees-undo = { $who ->
    [you] Du bist einverstanden, den letzten Zug zurückzunehmen.
   *[other] { $who } ist einverstanden, den letzten Zug zurückzunehmen.
}
room-agrees-end = { $who ->
    [you] Du bist einverstanden, jetzt aufzuhören.
   *[other] { $who } ist einverstanden, jetzt aufzuhören.
}
room-agrees-call-off = { $who ->
    [you] Du bist einverstanden, diese Hand abzubrechen.
   *[other] { $who } ist einverstanden, diese Hand abzubrechen.
}
room-agrees-close = { $who ->
    [you] Du bist einverstanden, den Tisch zu schließen.
   *[other] { $who } ist einverstanden, den Tisch zu schließen.
}
room-agrees-remove = { $who ->
    [you] Du bist dafür, { $other } zu entfernen.
   *[other] { $other ->
        [you] { $who } ist dafür, dich zu entfernen.
       *[other] { $who } ist dafür, { $other } zu entfernen.
    }
}
room-declines-time = { $who ->
    [you] Du willst nicht länger warten.
   *[other] { $who } will nicht länger warten.
}
room-declines-undo = { $who ->
    [you] Du lässt den Zug stehen.
   *[other] { $who } lässt den Zug stehen.
}
room-declines-end = { $who ->
    [you] Du willst weiterspielen.
   *[other] { $who } will weiterspielen.
}
room-declines-call-off = { $who ->
    [you] Du willst diese Hand spielen.
   *[other] { $who } will diese Hand spielen.
}
room-declines-close = { $who ->
    [you] Du willst den Tisch offen lassen.
   *[other] { $who } will den Tisch offen lassen.
}
room-declines-remove = { $who ->
    [you] Du willst niemanden entfernen.
   *[other] { $who } will niemanden entfernen.
}
room-asks-time = Mehr Zeit für diesen Zug?
room-asks-undo = Den letzten Zug zurücknehmen?
room-asks-end = Jetzt aufhören, mit dem Stand nach der letzten ganzen Hand?
room-asks-call-off = Diese Hand abbrechen und neu geben?
room-asks-close = Den Tisch schließen und dieses Match vergessen?
room-asks-remove = { $who ->
    [you] Dich entfernen?
   *[other] { $who } entfernen?
}
room-idle-newcomer = Du bist ab dem nächsten Geben dabei. Bis dahin spielt ein Bot für dich.
room-idle-ready = Du bist bereit.
room-idle-given = Deine Antwort ist da. Sie zählt, wenn die Zeit um ist.
room-idle-none = Hier gibt es für dich nichts zu wählen. Es geht weiter, wenn die Zeit um ist.
room-idle-single = Du hast nur eine Karte, die du spielen kannst, also spielen wir sie für dich.
room-idle-given-alone = Deine Antwort ist da.
room-idle-none-alone = Hier gibt es für dich nichts zu wählen.
room-idle-out = Du bist raus. Die anderen spielen weiter.
room-idle-paused-by = { $who ->
    [you] Du hast Pause gemacht. Weiter geht es in
   *[other] { $who } hat Pause gemacht. Weiter geht es in
}
room-idle-paused = Der Tisch macht Pause. Weiter geht es in
room-idle-all-ready = Ihr seid alle bereit.
room-idle-secret = Ihr antwortet alle gleichzeitig. Die Antworten zählen, wenn die Zeit um ist.
room-idle-shuffling = Wir mischen die Karten.
room-idle-nothing = Gerade gibt es nichts zu wählen.
talk = { $who ->
    [you] Du: { $words }
   *[other] { $who }: { $words }
}
phrase-hello = Hallo!
phrase-luck = Viel Glück.
phrase-well-played = Gut gespielt!
phrase-thanks = Danke.
phrase-moment = Einen Moment, bitte.
phrase-close = Das war knapp!
phrase-goodbye = Tschüss.
push-turn = Du bist dran.
push-with = { $name } mit { $others }
