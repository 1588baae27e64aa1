import { expect, onTestFinished, test } from "vitest";
import { isPostgres } from "#db/dialect";
import { aRegisteredCustomer, aVerifiedCustomer, PASSWORD, pathOf } from "../support/a-customer";
import { inTheFile } from "../support/a-guest";
import { emailsTo, emailTo } from "../support/mailbox";
import { siteForAllTests } from "../support/open-site";
import { startSite } from "../support/running-site";
import { Visitor } from "../support/visitor";

const site = siteForAllTests();

const pathOfPage = (visitor: Visitor) => new URL(visitor.page?.url ?? "").pathname;

test("a customer registers, is sent to verify, uses the email's link, and is on the dashboard", async () => {
  const customer = await aRegisteredCustomer(site, "thandi@example.co.za");
  expect(pathOfPage(customer)).toBe("/verify");
  expect(customer.page?.text).toContain("th•••••@example.co.za");
  expect(customer.page?.text).toContain(`${site.dataDir}/outbox`);
  expect(customer.page?.headers.get("Cache-Control")).toBe("no-store, no-cache");

  const message = await emailTo(site.dataDir, "thandi@example.co.za", /verify/i);
  await customer.open(pathOf(message.link));
  expect(customer.page?.text).toContain("Please confirm that th•••••@example.co.za is your email address.");
  await customer.press("Continue");
  expect(customer.page?.text).toContain("Your email address is verified.");
  await customer.open("/verify");
  expect(pathOfPage(customer)).toBe("/dashboard");
});

test("the form keeps what was typed, but never a password", async () => {
  const visitor = new Visitor(site.url);
  await visitor.open("/login?tab=register");
  const page = await visitor.press("Register", { name: "", phone: "12", email: "nobody", password: "geheim" });
  expect(page.status).toBe(400);
  expect(page.text).toContain("Full Name is required");
  expect(page.html).toContain('value="nobody"');
  expect(page.html).not.toContain("geheim");
  expect(page.document.querySelector("title")?.text).toMatch(/^Error: /);
});

test("a password has at least 6 characters", async () => {
  const visitor = new Visitor(site.url);
  await visitor.open("/login?tab=register");
  const answers = { name: "Thandi", phone: "0821234567", email: "short@example.co.za", password: "12345" };
  const page = await visitor.press("Register", answers);
  expect(page.status).toBe(400);
  expect(page.text).toContain("Please enter a password of at least 6 characters.");
});

test.each([
  ["123456", "Many people use this password"],
  ["      ", "Please enter a password that is not only spaces."],
])("%j is refused as a new password in words, with everything else still there", async (password, words) => {
  const visitor = new Visitor(site.url);
  await visitor.open("/login?tab=register");
  const answers = { name: "Thandi", phone: "0821234567", email: "common@example.co.za", password };
  const page = await visitor.press("Register", answers);
  expect(page.status).toBe(400);
  expect(page.text).toContain(words);
  expect(page.html).toContain('value="common@example.co.za"');
});

test("a registration that is sent twice makes one account and one email", async () => {
  const visitor = new Visitor(site.url);
  await visitor.open("/login?tab=register");
  const answers = { name: "Sipho", phone: "0821234567", email: "sipho@example.co.za", password: PASSWORD };
  const answersOf = await Promise.all([visitor.pressOnce("Register", answers), visitor.pressOnce("Register", answers)]);
  expect(answersOf.map((answer) => answer.status)).toEqual([303, 303]);
  await emailTo(site.dataDir, "sipho@example.co.za", /verify/i);
  expect(emailsTo(site.dataDir, "sipho@example.co.za")).toHaveLength(1);
});

test("signing in leads to next, which never leaves the site", async () => {
  await aVerifiedCustomer(site, "lerato@example.co.za");
  const goesTo = async (next: string) => {
    const visitor = new Visitor(site.url);
    await visitor.open(`/login?next=${encodeURIComponent(next)}`);
    const answer = await visitor.pressOnce("Login", { email: "lerato@example.co.za", password: PASSWORD });
    return answer.headers.get("Location");
  };
  expect(await goesTo("/account")).toBe("/account");
  expect(await goesTo("/ship?check=local#local")).toBe("/ship?check=local#local");
  expect(await goesTo("https://evil.example/")).toBe("/dashboard");
  expect(await goesTo("//evil.example")).toBe("/dashboard");
});

test("whoever has forgotten a password is told of parcels without an account, others what an account gives", async () => {
  const asides = {
    login: "What an account gives you",
    register: "What an account gives you",
    forgot: "Did you book without an account?",
  };
  for (const [tab, title] of Object.entries(asides)) {
    const { document } = await new Visitor(site.url).open(`/login?tab=${tab}`);
    expect([tab, document.querySelectorAll("main h2").map(({ text }) => text)]).toEqual([tab, [title]]);
  }
});

test("a wrong password and an unknown address get the same answer", async () => {
  await aVerifiedCustomer(site, "known@example.co.za");
  const refusal = async (email: string) => {
    const visitor = new Visitor(site.url);
    await visitor.open("/login");
    const page = await visitor.press("Login", { email, password: "not-this-one" });
    return [page.status, page.text];
  };
  const [known, unknown] = [await refusal("known@example.co.za"), await refusal("unknown@example.co.za")];
  expect(known).toEqual(unknown);
  expect(known[1]).toContain("The email or password is wrong.");
});

test("the right password resets the wrong ones before it: nine, the right one, and nine again lock nobody out", async () => {
  const GUESSES = 10;
  const email = "slow-typist@example.co.za";
  await aVerifiedCustomer(site, email);
  // Each time from a browser that the account doesn't know, so that the guesses count against the account.
  const signIn = async (password: string) => {
    const visitor = new Visitor(site.url);
    await visitor.open("/login");
    return visitor.press("Login", { email, password });
  };
  for (const round of [1, 2]) {
    for (let guess = 1; guess < GUESSES; guess += 1) expect((await signIn(`wrong ${round} ${guess}`)).status).toBe(400);
    expect(new URL((await signIn(PASSWORD)).url).pathname).toBe("/dashboard");
  }
  for (let guess = 1; guess <= GUESSES; guess += 1) expect((await signIn(`wrong ${guess}`)).status).toBe(400);
  expect((await signIn(PASSWORD)).status).toBe(429);
});

test("registering with another person's address looks the same, tells only its owner, and opens nothing of theirs", async () => {
  const owner = await aVerifiedCustomer(site, "owner@example.co.za");
  const stranger = await aRegisteredCustomer(site, "owner@example.co.za");
  expect(pathOfPage(stranger)).toBe("/verify");
  const message = await emailTo(site.dataDir, "owner@example.co.za", /already have an account/i);
  expect(message.link).not.toContain("oobCode");
  // The stranger's own password opens the stranger's own unverified account, as it would with a new address.
  await stranger.press("Sign out");
  await stranger.open("/login");
  await stranger.press("Login", { email: "owner@example.co.za", password: PASSWORD });
  await owner.open("/verify");
  expect(pathOfPage(owner)).toBe("/dashboard");
});

test("a forgotten password is chosen anew: every session ends, the old password is wrong, the new one is right", async () => {
  const email = "forgetful@example.co.za";
  const customer = await aVerifiedCustomer(site, email);
  const visitor = new Visitor(site.url);
  await visitor.open("/login?tab=forgot");
  expect((await visitor.press("Send reset link", { email: "" })).text).toContain("Please enter your email address.");
  expect((await visitor.press("Send reset link", { email })).text).toContain("If this address has an account");

  const message = await emailTo(site.dataDir, email, /new password/i);
  await visitor.open(pathOf(message.link));
  const different = await visitor.press("Continue", { password: "new-password", confirmPassword: "other-password" });
  expect(different.status).toBe(400);
  expect(different.text).toContain("Passwords do not match.");
  const done = await visitor.press("Continue", { password: "new-password", confirmPassword: "new-password" });
  expect(done.text).toContain("Your password was changed.");

  await customer.open("/verify");
  expect(pathOfPage(customer)).toBe("/login");
  const signIn = async (password: string) => {
    const browser = new Visitor(site.url);
    await browser.open("/login");
    await browser.press("Login", { email, password });
    return pathOfPage(browser);
  };
  expect(await signIn(PASSWORD)).toBe("/login");
  expect(await signIn("new-password")).toBe("/dashboard");
});

test("signing out is a button, ends the session for good, and opening its address does nothing", async () => {
  const customer = await aVerifiedCustomer(site, "leaver@example.co.za");
  const kept = new Map(customer.cookies);
  await customer.open("/logout");
  await customer.open("/verify");
  expect(pathOfPage(customer)).toBe("/dashboard");

  const answer = await customer.pressOnce("Logout");
  expect(answer.headers.get("Clear-Site-Data")).toBe('"storage"');
  await customer.follow(answer);
  expect(pathOfPage(customer)).toBe("/login");
  const thief = new Visitor(site.url);
  for (const [name, cookie] of kept) thief.cookies.set(name, cookie);
  await thief.open("/dashboard");
  expect(pathOfPage(thief)).toBe("/login");
});

test("if the sign-out fails, the user is told so, finds the button again, and the log says why", async () => {
  const site = await startSite();
  onTestFinished(() => void site.stop());
  const customer = await aVerifiedCustomer(site, "stays@example.co.za");
  await customer.open("/dashboard");
  inTheFile(
    site,
    isPostgres
      ? `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the disk is full'; END $$;
         CREATE TRIGGER stay BEFORE DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION refuse()`
      : "CREATE TRIGGER stay BEFORE DELETE ON sessions BEGIN SELECT RAISE(ABORT, 'the disk is full'); END",
  );
  try {
    await customer.press("Logout");
  } finally {
    inTheFile(site, `DROP TRIGGER stay${isPostgres ? " ON sessions" : ""}`);
  }
  expect(customer.page?.text).toContain("Sign out failed. You are still logged in on this phone");
  expect(site.logs()).toContain("the disk is full");
  expect(pathOfPage(customer)).toBe("/account");
  await customer.press("Logout");
  expect(pathOfPage(customer)).toBe("/login");
});

test("a form of an old browser without the page's token is refused", async () => {
  const customer = await aRegisteredCustomer(site, "token@example.co.za");
  const answer = await customer.send("/logout", {
    method: "POST",
    body: "",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
  });
  expect(answer.status).toBe(403);
  await customer.open("/verify");
  expect(pathOfPage(customer)).toBe("/verify");
});

test.each([
  [{ Origin: "https://evil.example" }, 403],
  [{ Origin: "null" }, 403],
  [{ "Sec-Fetch-Site": "cross-site" }, 403],
  [{ "Sec-Fetch-Site": "same-site" }, 403],
  [{ "Sec-Fetch-Site": "same-origin" }, 303],
])("a sign-out sent with %o is answered %i", async (headers, status) => {
  const customer = await aRegisteredCustomer(site, `csrf-${JSON.stringify(headers).replace(/\W/g, "")}@example.co.za`);
  const answer = await customer.send("/logout", {
    method: "POST",
    body: "",
    headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers },
  });
  expect(answer.status).toBe(status);
});
