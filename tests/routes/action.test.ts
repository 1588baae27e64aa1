import { describe, expect, test } from "vitest";
import { aRegisteredCustomer, aVerifiedCustomer, PASSWORD, pathOf } from "../support/a-customer";
import { emailTo } from "../support/mailbox";
import { siteForAllTests } from "../support/open-site";
import { Visitor } from "../support/visitor";

const site = siteForAllTests();

const form = { "Content-Type": "application/x-www-form-urlencoded" };
const post = (path: string, body: string) => fetch(site.url + path, { method: "POST", body, headers: form });

test.each([
  ["/action", 400, "Invalid or missing action link."],
  ["/action?mode=verifyEmail", 400, "Invalid or missing action link."],
  ["/action?mode=verifyEmail&oobCode=nonsense", 400, "Invalid or missing action link."],
  ["/action?mode=signIn&oobCode=nonsense", 400, "Unsupported action mode: signIn"],
  ["/action?mode=toString&oobCode=nonsense", 400, "Unsupported action mode: toString"],
])("%s is answered %i in words", async (path, status, words) => {
  const visitor = new Visitor(site.url);
  const page = await visitor.open(path);
  expect(page.status).toBe(status);
  expect(page.text).toContain(words);
  expect(page.text).toContain("Go to dashboard");
  expect((await post(path, "")).status).toBe(status);
});

test("1,000 prefetches use up nothing; of 100 uses at once one succeeds", async () => {
  const email = "parallel@example.co.za";
  const customer = await aRegisteredCustomer(site, email);
  const link = pathOf((await emailTo(site.dataDir, email, /verify/i)).link);
  for (let batch = 0; batch < 20; batch += 1) {
    const looks = Array.from({ length: 50 }, (_, at) => fetch(site.url + link, { method: at % 2 ? "HEAD" : "GET" }));
    for (const look of await Promise.all(looks)) expect(look.status).toBe(200);
  }
  expect((await customer.open("/dashboard")).text).toContain("Pending");

  const use = () => customer.send(link, { method: "POST", body: "", headers: form });
  const uses = await Promise.all(Array.from({ length: 100 }, use));
  const pages = await Promise.all(uses.map(async (use) => [use.status, await use.text()] as const));
  expect(pages.filter(([status]) => status === 200)).toHaveLength(1);
  expect(pages.filter(([, html]) => html.includes("Your email address is verified."))).toHaveLength(1);
  expect(pages.every(([status]) => [200, 409, 410].includes(status))).toBe(true);
  for (const [, html] of pages.filter(([status]) => status === 409))
    expect(html).toContain("We couldn&#x27;t complete this action.");
  expect((await customer.open("/dashboard")).text).toContain("Verified");
});

describe("a link that proves an address, opened where its account isn't signed in,", () => {
  const linkTo = async (email: string) => pathOf((await emailTo(site.dataDir, email, /verify/i)).link);

  test("asks for the account's password, so that nobody proves an address for a stranger", async () => {
    const email = "owner-of-the-address@example.co.za";
    const stranger = await aRegisteredCustomer(site, email);
    const owner = new Visitor(site.url);
    const asked = await owner.open(await linkTo(email));
    expect(asked.html).not.toContain("data-submit-now");
    for (const [password, words] of [
      ["", "Please enter the password."],
      ["my-own-password", "That isn't the password of this account."],
    ] as const) {
      const page = await owner.press("Continue", { password });
      expect([page.status, page.text.includes(words)]).toEqual([400, true]);
    }
    expect((await post(await linkTo(email), "intent=verifyEmail")).status).toBe(400);
    expect((await stranger.open("/dashboard")).text).toContain("Pending");

    // So does a browser where somebody else is signed in.
    const neighbour = await aVerifiedCustomer(site, "neighbour-of-the-address@example.co.za");
    await neighbour.open(await linkTo(email));
    expect((await neighbour.press("Continue", { password: "" })).status).toBe(400);
  });

  test("works with the password on another phone, and signs nobody in", async () => {
    const email = "two-phones@example.co.za";
    await aRegisteredCustomer(site, email);
    const phone = new Visitor(site.url);
    await phone.open(await linkTo(email));
    expect(phone.page?.document.querySelector("h1")?.text).toBe("Verify your email");
    const { text, document } = await phone.press("Continue", { password: PASSWORD });
    expect(text).toContain("Your email address is verified.");
    expect(document.querySelector("h1")?.text).toBe("Email verified");
    expect((await phone.open("/dashboard")).url).toContain("/login");
  });

  test("asks whoever gets a link to change to their address, too: another account may have asked for it", async () => {
    const email = "wanted-by-a-stranger@example.co.za";
    const stranger = await aVerifiedCustomer(site, "stranger-of-the-address@example.co.za");
    await stranger.open("/account/email");
    await stranger.press("Send the link", { email, currentPassword: PASSWORD });
    const link = pathOf((await emailTo(site.dataDir, email, /confirm your new/i)).link);
    for (const owner of [new Visitor(site.url), await aRegisteredCustomer(site, email)]) {
      expect((await owner.open(link)).html).not.toContain("data-submit-now");
      const page = await owner.press("Continue", { password: "my-own-password" });
      expect([page.status, page.text.includes("That isn't the password of this account.")]).toEqual([400, true]);
    }
    expect((await stranger.open("/account")).text).not.toContain(email);
    const otherPhone = new Visitor(site.url);
    await otherPhone.open(link);
    expect((await otherPhone.press("Continue", { password: PASSWORD })).text).toContain("was changed to");
  });

  test("is under the limits of signing in: guesses at it and at the login are counted together", async () => {
    const email = "guessed-by-link@example.co.za";
    await aRegisteredCustomer(site, email);
    const guesser = new Visitor(site.url);
    await guesser.open("/login");
    for (let n = 0; n < 5; n += 1) await guesser.press("Login", { email, password: `guess-${n}` });
    await guesser.open(await linkTo(email));
    for (let n = 0; n < 5; n += 1) {
      expect((await guesser.press("Continue", { password: `guess-${n}` })).status).toBe(400);
    }
    const page = await guesser.press("Continue", { password: PASSWORD });
    expect([page.status, page.text.includes("Too many requests. Please try again in")]).toEqual([429, true]);
  });
});

test("of 20 new passwords sent at once with one link, one becomes the password", async () => {
  const email = "racing@example.co.za";
  await aVerifiedCustomer(site, email);
  const asking = new Visitor(site.url);
  await asking.open("/login?tab=forgot");
  await asking.press("Send reset link", { email });
  const link = pathOf((await emailTo(site.dataDir, email, /choose a new password/i)).link);
  const passwords = Array.from({ length: 20 }, (_, at) => `password-${at}`);
  const uses = await Promise.all(passwords.map((word) => post(link, `password=${word}&confirmPassword=${word}`)));
  const winners = passwords.filter((_, at) => uses[at]?.status === 200);
  expect(winners).toHaveLength(1);
  const visitor = new Visitor(site.url);
  await visitor.open("/login");
  await visitor.press("Login", { email, password: winners[0] ?? "" });
  expect(visitor.page?.url).toBe(`${site.url}/dashboard`);
});

test("a newer reset link ends the older one, and a used one says so", async () => {
  const email = "two-letters@example.co.za";
  await aVerifiedCustomer(site, email);
  const visitor = new Visitor(site.url);
  const askForLink = async () => {
    await visitor.open("/login?tab=forgot");
    await visitor.press("Send reset link", { email });
  };
  await askForLink();
  const older = pathOf((await emailTo(site.dataDir, email, /choose a new password/i)).link);
  await askForLink();
  const newest = async () => pathOf((await emailTo(site.dataDir, email, /choose/i)).link);
  await expect.poll(newest).not.toBe(older);
  const newer = pathOf((await emailTo(site.dataDir, email, /choose/i)).link);
  expect((await visitor.open(older)).status).toBe(410);
  expect(visitor.page?.text).toContain("You have a newer link");

  await visitor.open(newer);
  const short = await visitor.press("Continue", { password: "12345", confirmPassword: "12345" });
  expect(short.text).toContain("Please enter a password of at least 6 characters.");
  await visitor.open(newer.replace(/continueUrl=[^&]*/, "continueUrl=%2Faddress-book"));
  await visitor.press("Continue", { password: "six-ok", confirmPassword: "six-ok" });
  const login = visitor.page?.document.querySelectorAll("main a").map((link) => link.getAttribute("href"));
  expect(login).toEqual(["/login?next=%2Faddress-book"]);
  expect((await visitor.open(newer)).status).toBe(410);
  expect(visitor.page?.text).toContain("This link has already been used");
});

test("a link of one purpose is no good for another", async () => {
  const email = "purpose@example.co.za";
  await aRegisteredCustomer(site, email);
  const link = pathOf((await emailTo(site.dataDir, email, /verify/i)).link);
  const other = link.replace("verifyEmail", "resetPassword");
  expect((await post(other, `password=${PASSWORD}&confirmPassword=${PASSWORD}`)).status).toBe(400);
});

test("no cookie from before a reset works after it", async () => {
  const email = "cookies@example.co.za";
  const before = [await aVerifiedCustomer(site, email)];
  for (let count = 0; count < 4; count += 1) {
    const browser = new Visitor(site.url);
    await browser.open("/login");
    await browser.press("Login", { email, password: PASSWORD });
    before.push(browser);
  }
  const [first] = before;
  await first?.send("/login?tab=forgot", { method: "POST", body: `email=${email}`, headers: form });
  const link = pathOf((await emailTo(site.dataDir, email, /choose a new password/i)).link);
  await first?.open(link);
  await first?.press("Continue", { password: "after-the-reset", confirmPassword: "after-the-reset" });
  for (const browser of before) {
    await browser.open("/dashboard");
    expect(new URL(browser.page?.url ?? "").pathname).toBe("/login");
  }
});
