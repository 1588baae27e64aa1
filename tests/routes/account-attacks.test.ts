import { describe, expect, test } from "vitest";
import { users } from "#db/schema/accounts";
import { aRegisteredCustomer, aVerifiedCustomer, PASSWORD, pathOf } from "../support/a-customer";
import { inTheFile } from "../support/a-guest";
import { storeOfSite } from "../support/a-store";
import { emailsTo, emailTo } from "../support/mailbox";
import { siteForAllTests } from "../support/open-site";
import { rounds } from "../support/rounds";
import { type Page, Visitor } from "../support/visitor";

/** One trusted proxy, so that a test can use many client addresses. */
const site = siteForAllTests({ TRUST_PROXY: "1" });
const store = storeOfSite(site);

const WRONG = "The email or password is wrong.";

async function guess(email: string, password: string, from: string): Promise<{ status: number; html: string }> {
  const answer = await fetch(`${site.url}/login?tab=login`, {
    method: "POST",
    body: new URLSearchParams({ email, password }).toString(),
    headers: { "Content-Type": "application/x-www-form-urlencoded", "X-Forwarded-For": from },
    redirect: "manual",
  });
  return { status: answer.status, html: await answer.text() };
}

async function guesses(count: number, at: (n: number) => Promise<{ status: number; html: string }>) {
  let [checked, refused] = [0, 0];
  for (let done = 0; done < count; done += 50) {
    const batch = await Promise.all(Array.from({ length: Math.min(50, count - done) }, (_, n) => at(done + n)));
    checked += batch.filter(({ html }) => html.includes(WRONG)).length;
    refused += batch.filter(({ status }) => status === 429).length;
  }
  return { checked, refused };
}

test.each([
  ["victim@example.co.za", rounds(600, 10_000)],
  ["nobody@example.co.za", rounds(100, 500)],
])(
  "guesses at %s from everywhere (%i) get 10 checks, and its owner's own browser still gets in",
  async (email, count) => {
    const isSomebody = email.startsWith("victim");
    const owner = isSomebody ? await aVerifiedCustomer(site, email) : null;
    const attack = (n: number) => guess(email, `guess-${n}`, `198.51.${n % 250}.${Math.floor(n / 250)}`);
    expect(await guesses(count, attack)).toEqual({ checked: 10, refused: count - 10 });

    const right = await guess(email, PASSWORD, "203.0.113.77");
    expect(right.status).toBe(429);
    expect(right.html).toMatch(/Too many requests\. Please try again in \d+ minutes?, at \d\d:\d\d\./);
    if (!owner) return;
    await owner.open("/dashboard");
    await owner.press("Logout");
    await owner.press("Login", { email, password: PASSWORD });
    expect(owner.page?.url).toBe(`${site.url}/dashboard`);

    // On a new phone the owner can still get in through a reset email.
    const newPhone = new Visitor(site.url);
    await newPhone.open("/login?tab=forgot");
    await newPhone.press("Send reset link", { email });
    await newPhone.open(pathOf((await emailTo(site.dataDir, email, /choose a new password/i)).link));
    await newPhone.press("Continue", { password: "a-new-password", confirmPassword: "a-new-password" });
    await newPhone.clickLink("Continue");
    await newPhone.press("Login", { email, password: "a-new-password" });
    expect(newPhone.page?.url).toBe(`${site.url}/dashboard`);
  },
);

test("one address that tries many accounts is stopped, and its neighbours aren't affected", async () => {
  const spray = (n: number) => guess(`someone${n}@example.co.za`, "123456", "192.0.2.1");
  expect(await guesses(150, spray)).toEqual({ checked: 100, refused: 50 });
  expect((await guess("someone1@example.co.za", "123456", "192.0.2.2")).html).toContain(WRONG);
  const ofOneNetwork = (n: number) => guess(`v6-${n}@example.co.za`, "123456", `2001:db8:1:2::${n + 1}`);
  expect(await guesses(101, ofOneNetwork)).toEqual({ checked: 100, refused: 1 });
});

test("no mailbox is flooded: 6 emails an hour, whoever asks", async () => {
  const email = "flooded@example.co.za";
  await aVerifiedCustomer(site, email);
  const ask = (n: number) =>
    fetch(`${site.url}/login?tab=forgot`, {
      method: "POST",
      body: new URLSearchParams({ email }).toString(),
      headers: { "Content-Type": "application/x-www-form-urlencoded", "X-Forwarded-For": `198.18.0.${n}` },
      redirect: "manual",
    });
  const statuses = (await Promise.all(Array.from({ length: 40 }, (_, n) => ask(n)))).map((answer) => answer.status);
  // One of the six was the email of the registration.
  expect(statuses.filter((status) => status === 303)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(35);
  // A newer link takes the place of one that still waits: six were queued, and fewer may be sent.
  expect(inTheFile(site, `SELECT id FROM outgoing_mails WHERE to_address = '${email}'`)).toHaveLength(6);
  const sent = () => emailsTo(site.dataDir, email).length;
  await expect.poll(sent).toBeGreaterThan(1);
  expect(sent()).toBeLessThanOrEqual(6);
});

describe("people and programs are told how long to wait", () => {
  const fields = { name: "Zola M", phone: "0821234567", password: "a-password" };
  test.each([
    ["login", "Login", { email: "waits@example.co.za", password: "a-guess" }, 10],
    ["register", "Register", { ...fields, email: "waits-too@example.co.za" }, 6],
    ["forgot", "Send reset link", { email: "also-waits@example.co.za" }, 6],
  ])("at /login?tab=%s", async (tab, button, answers, allowed) => {
    const asks = async () => {
      const visitor = new Visitor(site.url);
      await visitor.open(`/login?tab=${tab}`);
      return visitor.press(button, answers);
    };
    for (let asked = 0; asked < allowed; asked += 1) expect((await asks()).status).not.toBe(429);
    expectRetryTime(await asks());
  });

  test("on the account pages that ask for the password again", async () => {
    const customer = await aVerifiedCustomer(site, "forgetful@example.co.za");
    const wrong = { currentPassword: "a-guess" };
    const newPassword = { password: "a-new-password", confirmPassword: "a-new-password" };
    await customer.open("/account/password");
    for (let guessed = 0; guessed < 10; guessed += 1) {
      expect((await customer.press("Change password", { ...wrong, ...newPassword })).status).toBe(400);
    }
    expectRetryTime(await customer.press("Change password", { ...wrong, ...newPassword }));
    await customer.open("/account/email");
    expectRetryTime(await customer.press("Send the link", { ...wrong, email: "other@example.co.za" }));
    await customer.open("/account/delete");
    expectRetryTime(await customer.press("Delete my account", wrong));
  });

  function expectRetryTime({ status, headers, text }: Page) {
    const minutes = Math.ceil(Number(headers.get("Retry-After")) / 60);
    expect([status, minutes > 0]).toEqual([429, true]);
    expect(text).toMatch(new RegExp(`try again in ${minutes} minutes?, at`));
  }
});

test("a registration with another person's email never opens what is theirs, and ends when they verify it", async () => {
  const email = "prey@example.co.za";
  const attacker = new Visitor(site.url);
  await attacker.open("/login?tab=register");
  const fields = { name: "Mallory", phone: "0821234567", email, password: "mallory-waits" };
  await attacker.press("Register", fields);
  expect(attacker.page?.url).toBe(`${site.url}/verify`);

  // The owner uses whichever email comes first, here the attacker's: it verifies the address for the account that uses
  // it.
  const message = await emailTo(site.dataDir, email, /verify/i);
  const owner = await aRegisteredCustomer(site, email);
  await owner.open(pathOf(message.link));
  await owner.press("Continue");
  expect((await owner.open("/dashboard")).text).toContain("Thandi Nkosi");
  await attacker.open("/dashboard");
  expect(attacker.page?.url).toContain("/login");
  const rows = (await store.read.select().from(users)).filter((user) => user.email === email);
  expect(rows.map((user) => user.name)).toEqual(["Thandi Nkosi"]);
});

test("two users at once each see their own data", async () => {
  const emails = ["one@example.co.za", "two@example.co.za"];
  const people = await Promise.all(emails.map((email) => aVerifiedCustomer(site, email)));
  for (let round = 0; round < 20; round += 1) {
    const pages = await Promise.all(people.map((person) => person.open("/dashboard")));
    for (const [at, page] of pages.entries()) {
      expect(page.text).toContain(emails[at]);
      expect(page.text).not.toContain(emails[1 - at]);
    }
  }
});

test.each([
  ["cut short", (value: string) => value.slice(0, -1)],
  ["with another signature", (value: string) => `${value.split(".")[0]}.${"A".repeat(43)}`],
  ["of another cookie", () => "guest"],
  ["made up", () => "eyJ1aWQiOiJhZG1pbiJ9"],
])("a session cookie %s signs nobody in", async (what, change) => {
  const person = await aVerifiedCustomer(site, `cookie-${what.replaceAll(" ", "-")}@example.co.za`);
  const cookie = person.cookies.get("session");
  expect(cookie?.value).toBeTruthy();
  const value = change(cookie?.value ?? "");
  person.cookies.set("session", {
    path: "/",
    value: value === "guest" ? (person.cookies.get("known")?.value ?? "") : value,
  });
  await person.open("/dashboard");
  expect(person.page?.url).toContain("/login");
});

test("the session cookie is out of reach of scripts and other sites, and is renewed at sign-in", async () => {
  const email = "attributes@example.co.za";
  const person = await aVerifiedCustomer(site, email);
  const before = person.cookies.get("session")?.value;
  const answer = await person.send("/login?tab=login", {
    method: "POST",
    body: new URLSearchParams({ email, password: PASSWORD }).toString(),
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
  });
  const line = answer.headers.getSetCookie().find((cookie) => cookie.startsWith("session="));
  expect(line).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(person.cookies.get("session")?.value).not.toBe(before);
  const old = new Visitor(site.url);
  old.cookies.set("session", { value: before ?? "", path: "/" });
  await old.open("/dashboard");
  expect(old.page?.url).toContain("/login");
});
