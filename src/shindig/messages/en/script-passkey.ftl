### Texts of the script of passkeys.

script-passkey-stopped = Nothing happened. Try again when you’re ready.
script-passkey-known = You already have a passkey on this device.
script-passkey-password = That isn’t your password.
script-passkey-often = Too many tries. Wait a little.
script-passkey-failed = That didn’t work. Try again, or use your password.
