"""Passkeys in a browser, with an authenticator that Chromium plays: added, used, removed, refused with a sentence."""

from __future__ import annotations

from playwright.sync_api import Browser, CDPSession, Page, expect

from tests.kits.web.browser_kit import PHONE, overflow, serious, visiting

PASSWORD = "a good password"
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def plug_in(page: Page) -> tuple[CDPSession, str]:
    """Give a page an authenticator of its own."""
    line = page.context.new_cdp_session(page)
    line.send("WebAuthn.enable")
    return line, line.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})["authenticatorId"]


def local(address: str) -> str:
    """A name under which browsers allow passkeys without https."""
    return address.replace("127.0.0.1", "localhost")


def add(page: Page, name: str, password: str = PASSWORD) -> None:
    form = page.locator("form[action='/me/passkey-add']")
    form.locator("[name=name]").fill(name)
    form.locator("[name=password]").fill(password)
    form.get_by_role("button", name="Add a passkey").click()


def sign_up(page: Page, login: str) -> None:
    page.goto("/me")
    page.get_by_text("Create an account").click()
    form = page.locator("form[action='/me/register']")
    form.locator("[name=login]").fill(login)
    form.locator("[name=password]").fill(PASSWORD)
    form.get_by_role("button", name="Create account").click()
    page.get_by_role("link", name="I saved it").click()


def test_an_account_adds_a_passkey_logs_in_with_it_and_removes_it(browser: Browser, address: str) -> None:
    with visiting(browser, local(address), PHONE, known=["400"]) as page:
        line, device = plug_in(page)
        sign_up(page, "passer")
        add(page, "My phone", "a wrong password")
        expect(page.locator("#passkeys [role=status]").first).to_have_text("That isn’t your password.")
        add(page, "My phone")
        expect(page.locator(".passkeys li")).to_contain_text("My phone")
        assert len(line.send("WebAuthn.getCredentials", {"authenticatorId": device})["credentials"]) == 1
        add(page, "The same phone")
        known = "You already have a passkey on this device."
        expect(page.locator("#passkeys [role=status]").first).to_have_text(known)
        assert serious(page) == []
        assert overflow(page) == 0
        page.get_by_role("button", name="Log out").click()
        button = page.get_by_role("button", name="Log in with a passkey")
        line.send("WebAuthn.setUserVerified", {"authenticatorId": device, "isUserVerified": True})
        button.click()
        expect(page.locator(".lead")).to_contain_text("passer")
        expect(page.locator(".passkeys li")).to_contain_text("Last used ")
        page.get_by_text("Forgot your password?").click()
        page.locator("form[action='/me/passkey-password'] [name=new]").fill("a better password")
        page.get_by_role("button", name="Set it with a passkey").click()
        expect(page.locator(".recovery")).to_be_visible()
        page.get_by_role("link", name="I saved it").click()
        page.locator(".passkeys summary").click()
        page.locator(".passkeys [name=password]").fill("a better password")
        page.get_by_role("button", name="Remove").click()
        expect(page.locator(".passkeys")).to_have_count(0)
        page.get_by_role("button", name="Log out").click()
        page.get_by_role("button", name="Log in with a passkey").click()
        expect(page.locator("main")).to_contain_text("This passkey doesn’t work here.")


def test_a_device_without_a_passkey_stops_with_a_sentence(browser: Browser, address: str) -> None:
    with visiting(browser, local(address)) as page:
        plug_in(page)
        page.goto("/me")
        page.get_by_role("button", name="Log in with a passkey").click()
        status = page.locator("form[action='/me/passkey'] [role=status]")
        expect(status).to_have_text("Nothing happened. Try again when you’re ready.")
        assert serious(page) == []


def test_without_https_none_are_offered_and_an_old_browser_is_told_why(browser: Browser, address: str) -> None:
    with visiting(browser, address) as page:
        page.goto("/me")
        expect(page.get_by_text("Forgot your password?")).to_be_visible()
        expect(page.get_by_text("Passkeys")).to_have_count(0)
    with visiting(browser, local(address)) as page:
        page.add_init_script("delete globalThis.PublicKeyCredential")
        page.goto("/me")
        expect(page.get_by_text("Passkeys don’t work in this browser.")).to_be_visible()
        expect(page.get_by_role("button", name="Log in with a passkey")).to_have_count(0)
