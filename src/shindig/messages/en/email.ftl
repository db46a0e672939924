### E-mail: the address of an account, and letters with links.

mail-title-address = Your e-mail address
mail-title-confirm = Confirm your address
mail-title-confirmed = Address confirmed
mail-title-forgot = Forgot your password?
mail-title-reset = Set a new password
mail-address = E-mail address
mail-address-is = Your address is { $address }. We only write when you ask us to.
mail-address-none = You have no e-mail address here.
mail-address-what = If you forget your password, we can e-mail you a link to set a new one. First open the link we send you now, so we know the address is yours.
mail-needs-account = Create an account first.
mail-send-link = Send the link
mail-confirm-sent = We’ve sent you a link. It works for a day. If nothing arrives, check the address and your spam folder.
mail-confirm-what = Use this address for your account here?
mail-confirm-button = Yes, use it
mail-confirmed = You can now set a new password with this address.
mail-remove = Remove the address
mail-forgot-what = What is the e-mail address of your account? We’ll send you a link to set a new password.
mail-reset-sent = If you have an account with this address, a link is on its way. It works for an hour.
mail-reset-what = You’ll be logged out on all your devices, and you get a new recovery code.
mail-back = Back
mail-enter-code = Enter the recovery code

## Letters

mail-confirm-subject = { $room }: confirm your e-mail address
mail-confirm-text =
    Hello,
    do you want to use this address for your account at { $room }? Then open this link within a day:
    { $link }
    If you didn’t ask for this, do nothing.
mail-reset-subject = { $room }: set a new password
mail-reset-text =
    Hello { $login },
    forgot your password at { $room }? Set a new one within an hour:
    { $link }
    If that wasn’t you, do nothing. Your password stays as it is.
