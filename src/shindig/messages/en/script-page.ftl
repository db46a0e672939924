### Texts of the script of every page.

script-offline = You’re offline. Rules and lessons still work, and your tables wait for you.
