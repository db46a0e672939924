### Texts of the script of the rules. The script puts the values in.

script-found = { $count } places
script-found-one = One place
script-found-none = Nothing found. Try another word.
