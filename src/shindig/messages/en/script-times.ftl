### Texts of the script that writes times. The script puts the values in.

script-time = { $day } at { $time }
