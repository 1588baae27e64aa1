import { expect, test } from "vitest";
import { aRegisteredCustomer, pathOf } from "../support/a-customer";
import { emailsTo, emailTo } from "../support/mailbox";
import { siteForAllTests } from "../support/open-site";
import { Visitor } from "../support/visitor";

const site = siteForAllTests();

const pathOfPage = (visitor: Visitor) => new URL(visitor.page?.url ?? "").pathname;

test("a visitor who isn't signed in is sent to the login", async () => {
  const visitor = new Visitor(site.url);
  await visitor.open("/verify");
  expect(pathOfPage(visitor)).toBe("/login");
});

test("the page reloads every 5 seconds, with scripts and without", async () => {
  const customer = await aRegisteredCustomer(site, "polling@example.co.za");
  expect(customer.page?.html).toContain('data-refresh-seconds="5"');
  expect(customer.page?.html).toMatch(/<noscript><meta http-equiv="refresh" content="5; url=\/verify"\/?><\/noscript>/);
  expect(customer.page?.text).toContain("Check again");
});

test("the email is sent again, but not twice within 30 seconds, whichever tab asks", async () => {
  const email = "again@example.co.za";
  const customer = await aRegisteredCustomer(site, email);
  await emailTo(site.dataDir, email, /verify/i);
  const tab = customer.anotherTab();
  await tab.open("/verify");
  expect((await customer.press("Resend email")).text).toMatch(/You can ask again in (30|29) seconds\./);
  const tooSoon = await tab.press("Resend email");
  expect(tooSoon.status).toBe(429);
  expect(tooSoon.text).toContain(`Please wait ${tooSoon.headers.get("Retry-After")} seconds, then ask again.`);
  await expect.poll(() => emailsTo(site.dataDir, email).length).toBe(2);

  const [first] = emailsTo(site.dataDir, email);
  await customer.open(pathOf(first?.link ?? ""));
  const verified = await customer.press("Continue");
  expect(verified.text).toContain("Your email address is verified.");
  expect(verified.document.querySelector('main a[href="/dashboard"]')?.text.trim()).toBe("Go to dashboard");
});

test("next is kept all the way: register, verify, and the page that was asked for", async () => {
  const email = "onward@example.co.za";
  const visitor = new Visitor(site.url);
  await visitor.open("/login?tab=register&next=%2Faccount");
  await visitor.press("Register", { name: "Zola M", phone: "0821234567", email, password: "a-password" });
  expect(visitor.page?.url).toBe(`${site.url}/verify?next=%2Faccount`);
  const message = await emailTo(site.dataDir, email, /verify/i);
  await visitor.open(pathOf(message.link));
  await visitor.press("Continue");
  await visitor.clickLink("Continue");
  expect(pathOfPage(visitor)).toBe("/account");
  await visitor.open("/verify?next=%2Faccount");
  expect(pathOfPage(visitor)).toBe("/account");
});

test("the button signs out", async () => {
  const customer = await aRegisteredCustomer(site, "out@example.co.za");
  await customer.press("Sign out");
  expect(pathOfPage(customer)).toBe("/login");
  await customer.open("/verify");
  expect(pathOfPage(customer)).toBe("/login");
});
