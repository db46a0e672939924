### Texts of the script of every page.

script-offline = You’re offline. You can read the rules and play lessons; your tables wait until you’re back.
