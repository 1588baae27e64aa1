import { describe, expect, test } from "vitest";
import { HOURS, MINUTES } from "#app/durations";
import { inTheFile } from "../support/a-guest";
import { anAuthenticator, codesOn, invited, joined, OFFICE_PASSWORD } from "../support/an-office-person";
import { emailTo } from "../support/mailbox";
import { siteForAllTests } from "../support/open-site";
import { staff } from "../support/staff";
import { Visitor } from "../support/visitor";

const site = siteForAllTests();

const passwords = { password: OFFICE_PASSWORD, confirmPassword: OFFICE_PASSWORD };

const sessions = () => inTheFile<{ n: number }>(site, "SELECT count(*) AS n FROM sessions WHERE kind = 'office'")[0]?.n;
const statusOf = async (browser: Visitor, address = "/office/sign-in") => (await browser.open(address)).text;

describe("a person of the office", () => {
  test("joins by the printed and emailed link: a password, a code of the app, and ten recovery codes, shown once", async () => {
    const link = await invited(site, "joins@office.example");
    const message = await emailTo(site.dataDir, "joins@office.example", /access to the office/);
    expect(new URL(message.link).search).toBe(new URL(link, site.url).search);
    const browser = new Visitor(site.url);
    const asked = await browser.open(link);
    expect(asked.headers.get("Cache-Control")).toContain("no-store");
    for (const [password, complaint] of [
      ["eleven char", "at least 12 characters"],
      ["123qweasdzxc", "Many people use this password"],
    ] as const)
      expect((await browser.press("Continue", { password, confirmPassword: password })).text).toContain(complaint);
    expect((await browser.press("Continue", { ...passwords, confirmPassword: "another" })).text).toContain(
      "do not match",
    );
    const page = await browser.press("Continue", passwords);
    expect(page.document.querySelector("main img")?.getAttribute("src")).toMatch(/^data:image\/svg\+xml,/);
    const app = anAuthenticator(page);
    const opened = page.document.querySelector('main a[href^="otpauth:"]');
    expect(opened?.getAttribute("href")).toContain(`secret=${app.key}`);
    expect(inTheFile(site, "SELECT password_hash FROM office_people WHERE email = 'joins@office.example'")).toEqual([
      { password_hash: null },
    ]);
    expect(await browser.press("Continue", { code: "000000" })).toMatchObject({ status: 400 });
    const form = browser.filledIn("Continue", { code: app.code() });
    const codes = await browser.press("Continue", { code: app.code() });
    expect(codesOn(codes)).toHaveLength(10);
    // Its answer was lost: the same form again shows the same codes, and changes nothing.
    const sentAgain = await browser.send(form.action, {
      method: "POST",
      body: form.body.toString(),
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
    });
    expect(await sentAgain.text()).toContain(codesOn(codes)[9]);
    expect(await statusOf(browser)).toContain("Thandi Nkosi, you are signed in");
    expect(await new Visitor(site.url).open(link)).toMatchObject({ status: 410 });
    expect(inTheFile(site, "SELECT who, action FROM staff_actions ORDER BY at DESC LIMIT 1")).toEqual([
      { who: "Thandi Nkosi <joins@office.example>", action: "joined the office" },
    ]);
    const [stored] = inTheFile<Record<string, string>>(
      site,
      "SELECT password_hash, key_sealed FROM office_people JOIN office_factors ON person_id = office_people.id WHERE kind = 'app' AND email = 'joins@office.example'",
    );
    expect(stored?.password_hash).toMatch(/^\$argon2id\$/);
    expect(Buffer.from(stored?.key_sealed ?? "", "base64url").toString("latin1")).not.toContain(app.key);
  });

  test("signs in with email, password and code; each code of the app and for recovery is taken once", async () => {
    const email = "signs.in@office.example";
    const { app, firstCode, recoveryCodes } = await joined(site, email);
    const signIn = async (code: string) => {
      const browser = new Visitor(site.url);
      await browser.open("/office/sign-in");
      await browser.press("Sign in", { email: " Signs.In@office.example", password: OFFICE_PASSWORD });
      return { browser, page: await browser.press("Sign in", { code }) };
    };
    const wrongPassword = new Visitor(site.url);
    await wrongPassword.open("/office/sign-in");
    expect((await wrongPassword.press("Sign in", { email, password: `${OFFICE_PASSWORD} ` })).text).toContain(
      "The email or password is wrong.",
    );
    expect((await signIn(firstCode)).page.text).toContain("That code is wrong, or was used before");
    const code = app.code(1);
    const first = await signIn(code);
    expect(first.page.url).toBe(`${site.url}/office`);
    expect(await statusOf(first.browser)).toContain("you are signed in");
    expect((await signIn(code)).page).toMatchObject({ status: 400 });
    const [recovery = ""] = recoveryCodes;
    expect((await signIn(recovery.toUpperCase().replaceAll("-", " "))).page.url).toBe(`${site.url}/office`);
    expect((await signIn(recovery)).page).toMatchObject({ status: 400 });
  });

  test("is signed out by the button, and the browser is led to the sign-in from then on", async () => {
    const { browser } = await joined(site, "signs.out@office.example");
    const before = sessions() ?? 0;
    await browser.open("/office/sign-in");
    await browser.press("Sign out");
    expect(sessions()).toBe(before - 1);
    expect(await statusOf(browser)).toContain("Sign in to the office");
  });

  test.each([
    ["30 minutes without a click", "last_seen_at", 31 * MINUTES],
    ["12 hours", "expires_at", 1],
  ])("is signed out after %s", async (_, column, agoMs) => {
    const email = `${column.replaceAll("_", ".")}@office.example`;
    const { browser } = await joined(site, email);
    expect(await statusOf(browser)).toContain("you are signed in");
    const at = new Date(Date.now() - agoMs).toISOString();
    const whose = `who = (SELECT id FROM office_people WHERE email = '${email}')`;
    inTheFile(site, `UPDATE sessions SET ${column} = '${at}' WHERE ${whose}`);
    expect(await statusOf(browser)).toContain("Sign in to the office");
  });

  test("is signed out at once when a manager blocks them, or gives them another right or a new link", async () => {
    const email = "leaves@office.example";
    const { browser, app } = await joined(site, email);
    expect(await staff(site, ["block", "person", "LEAVES@office.example", "--dry-run"])).toMatchObject({ code: 0 });
    expect(await statusOf(browser)).toContain("you are signed in");
    // Whoever is blocked has no session, even where its row is still there.
    const blocked = (at: string) =>
      inTheFile(site, `UPDATE office_people SET blocked_at = ${at} WHERE email = '${email}'`);
    blocked(`'${new Date().toISOString()}'`);
    expect(await statusOf(browser)).toContain("Sign in to the office");
    blocked("NULL");
    expect(await statusOf(browser)).toContain("you are signed in");
    expect(await staff(site, ["block", "person", email])).toMatchObject({ code: 0 });
    expect(await statusOf(browser)).toContain("Sign in to the office");
    const refused = await browser.press("Sign in", { email, password: OFFICE_PASSWORD });
    expect(refused.text).toContain("The email or password is wrong.");
    const again = await joined(site, email, "cashier");
    const older = await invited(site, email, "manager");
    expect(await statusOf(again.browser)).toContain("Sign in to the office");
    const newer = await invited(site, email, "manager");
    expect(await new Visitor(site.url).open(older)).toMatchObject({ status: 410 });
    const ticketOfOther = new Visitor(site.url);
    await ticketOfOther.open(newer);
    const fresh = anAuthenticator(await ticketOfOther.press("Continue", passwords));
    expect(fresh.key).not.toBe(app.key);
    expect(inTheFile(site, `SELECT office_right FROM office_people WHERE email = '${email}'`)).toEqual([
      { office_right: "manager" },
    ]);
  });
});

test("a link lives for 24 hours", async () => {
  const link = await invited(site, "late@office.example");
  inTheFile(
    site,
    `UPDATE action_links SET expires_at = '${new Date(Date.now() - 1 * HOURS).toISOString()}' WHERE address = 'late@office.example'`,
  );
  expect(await new Visitor(site.url).open(link)).toMatchObject({ status: 410 });
  const [row] = inTheFile<{ created_at: string; expires_at: string }>(
    site,
    "SELECT created_at, expires_at FROM action_links WHERE purpose = 'office-join' AND address <> 'late@office.example' LIMIT 1",
  );
  expect(Date.parse(row?.expires_at ?? "") - Date.parse(row?.created_at ?? "")).toBe(24 * HOURS);
});
