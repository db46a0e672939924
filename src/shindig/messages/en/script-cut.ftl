### Texts of the scripts of the fair cut. The script puts the values in.

script-cut-lost = This page has lost its number for shuffle { $cut }, so it can’t open it. The record will say so.
script-cut-shut = So this page doesn’t open its number.
script-cut-no-list = We’re opening shuffle { $cut } without a list of its seals.
script-cut-unlisted = What this page sealed isn’t on the list of shuffle { $cut }.
script-cut-late-list = Shuffle { $cut } has a list now, but its seals were opened without one.
script-cut-distrust = Don’t trust these shuffles.
script-cut-other-secret = We had promised another secret for shuffle { $cut }.
script-cut-second-seals = You were shown a second list of seals for shuffle { $cut }.
script-cut-seal-missing = What seat { $seat } sealed for shuffle { $cut } is left out.
script-cut-other-seals = Another list of seals was frozen for shuffle { $cut }.
script-cut-other-values = Other numbers or roots were published for shuffle { $cut } before.
script-cut-own-missing = Your browser’s number isn’t in shuffle { $cut }: it came too late, or we left it out.
script-cut-open-differ = Other numbers were open in shuffle { $cut } when your browser opened its own.
script-cut-not-first = Shuffle { $cut } isn’t the first at its table, and no other match was played there before.
script-cut-gap = Before shuffle { $cut } one is left out.
script-cut-left-out = Shuffle { $cut } was made for this match, and is left out.
script-cut-never-made = Shuffle { $cut } never happened, though your browser opened its number.
