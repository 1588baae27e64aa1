import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { users } from "#db/schema/accounts";
import { outgoingMails } from "#db/schema/mail";
import { quotes } from "#db/schema/quotes";
import { addresses, parcel } from "../../demo/typed-answers";
import { aVerifiedCustomer, PASSWORD, pathOf } from "../support/a-customer";
import { storeOfSite } from "../support/a-store";
import { emailTo } from "../support/mailbox";
import { siteForAllTests } from "../support/open-site";
import { Visitor } from "../support/visitor";

const site = siteForAllTests();
const store = storeOfSite(site);

const pathOfPage = (visitor: Visitor) => new URL(visitor.page?.url ?? "").pathname;

async function signsIn(email: string, password = PASSWORD): Promise<Visitor> {
  const visitor = new Visitor(site.url);
  await visitor.open("/login");
  await visitor.press("Login", { email, password });
  return visitor;
}

test("name and phone are changed, and stored normalised", async () => {
  const customer = await aVerifiedCustomer(site, "details@example.co.za");
  expect((await customer.open("/account")).text).toMatch(/Email address ?details@example\.co\.za ?Status ?Verified/);
  expect((await customer.press("Save", { name: "", phone: "1" })).status).toBe(400);
  await customer.press("Save", { name: "Thandi  Dube ", phone: "073 555 0101" });
  expect(customer.page?.text).toContain("Your details were saved.");
  const [row] = await store.read.select().from(users).where(eq(users.email, "details@example.co.za"));
  expect(row).toMatchObject({ name: "Thandi Dube", phone: "+27735550101" });
});

test("a form changes what it asks for and nothing else, whatever is sent with it", async () => {
  const email = "more@example.co.za";
  const customer = await aVerifiedCustomer(site, email);
  const rowOf = () => store.read.select().from(users).where(eq(users.email, email));
  const [before] = await rowOf();
  await customer.open("/account");
  const { action, body } = customer.filledIn("Save", { name: "Thandi Dube" });
  const planted = { uid: "other", role: "admin", passwordHash: "x", emailVerifiedAt: "", createdAt: "2001-01-01" };
  for (const [field, value] of Object.entries({ ...planted, email: "other@example.co.za" })) body.append(field, value);
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  expect((await customer.send(action, { method: "POST", body: body.toString(), headers })).status).toBe(303);
  const [after] = await rowOf();
  expect(after).toEqual({ ...before, name: "Thandi Dube", updatedAt: after?.updatedAt });
});

test.each(["/login?tab=login", "/login?tab=register", "/account/password", "/account/email", "/account/delete"])(
  "%s hides a password while it is typed, and lets it be pasted or filled in",
  async (address) => {
    const customer = address.startsWith("/login")
      ? new Visitor(site.url)
      : await aVerifiedCustomer(site, `fields${address.replaceAll("/", "-")}@example.co.za`);
    const { document } = await customer.open(address);
    const fields = document
      .querySelectorAll("input")
      .filter((each) => /password/i.test(each.getAttribute("name") ?? ""));
    expect(fields.length).toBeGreaterThan(0);
    for (const field of fields) {
      expect(field.getAttribute("type")).toBe("password");
      expect(field.getAttribute("autocomplete")).toMatch(/^(?:current|new)-password$/);
      expect(Object.keys(field.attributes).filter((name) => /^(?:on|maxlength|readonly)/i.test(name))).toEqual([]);
    }
  },
);

test("a new password needs the old one, ends the other sessions and is told by email", async () => {
  const email = "password@example.co.za";
  const customer = await aVerifiedCustomer(site, email);
  const elsewhere = await signsIn(email);
  const thief = new Visitor(site.url);
  for (const [name, cookie] of customer.cookies) thief.cookies.set(name, cookie);
  await customer.open("/account/password");
  const choose = (currentPassword: string) =>
    customer.press("Change password", { currentPassword, password: "new-password", confirmPassword: "new-password" });
  expect((await choose("not-this-one")).text).toContain("That isn't your current password.");
  expect((await choose(PASSWORD)).text).toContain("Your password was changed");
  await emailTo(site.dataDir, email, /password .* was changed/i);
  await elsewhere.open("/dashboard");
  expect(pathOfPage(elsewhere)).toBe("/login");
  await thief.open("/dashboard");
  expect(pathOfPage(thief), "with a copy of this browser's old token").toBe("/login");
  await customer.open("/dashboard");
  expect(pathOfPage(customer), "this browser stays signed in").toBe("/dashboard");
  expect(pathOfPage(await signsIn(email, "new-password"))).toBe("/dashboard");
});

test("an email change takes the link in the new mailbox; the old one gets a link that undoes it", async () => {
  const [oldEmail, newEmail] = ["before@example.co.za", "after@example.co.za"];
  const customer = await aVerifiedCustomer(site, oldEmail);
  await customer.open("/account/email");
  const same = await customer.press("Send the link", { email: oldEmail, currentPassword: PASSWORD });
  expect([same.status, same.text]).toEqual([400, expect.stringContaining("This is your email address already.")]);
  await customer.press("Send the link", { email: newEmail, currentPassword: PASSWORD });
  expect(customer.page?.text).toContain("emailed a link to your new address");
  expect((await customer.open("/account")).text).toContain(oldEmail);

  const change = await emailTo(site.dataDir, newEmail, /confirm your new/i);
  await customer.open(pathOf(change.link));
  expect((await customer.press("Continue")).text).toContain("Your email address was changed to af•••••@example.co.za");
  expect((await customer.open("/account")).text).toContain(newEmail);

  const recoveryLink = await emailTo(site.dataDir, oldEmail, /was changed/i);
  const owner = new Visitor(site.url);
  await owner.open(pathOf(recoveryLink.link));
  expect((await owner.press("Continue")).text).toContain("has its email address be•••••@example.co.za back");
  await customer.open("/account");
  expect(pathOfPage(customer)).toBe("/login");
  expect(pathOfPage(await signsIn(oldEmail))).toBe("/login");
  const reset = await emailTo(site.dataDir, oldEmail, /choose a new password/i);
  await owner.open(pathOf(reset.link));
  await owner.press("Continue", { password: "only-mine-now", confirmPassword: "only-mine-now" });
  expect(pathOfPage(await signsIn(oldEmail, "only-mine-now"))).toBe("/dashboard");
});

test("another account's address can't be taken, and asking for it looks the same", async () => {
  await aVerifiedCustomer(site, "taken@example.co.za");
  const customer = await aVerifiedCustomer(site, "taker@example.co.za");
  await customer.open("/account/email");
  await customer.press("Send the link", { email: "taken@example.co.za", currentPassword: PASSWORD });
  expect(customer.page?.text).toContain("emailed a link to your new address");
  const message = await emailTo(site.dataDir, "taken@example.co.za", /your email address at/i);
  expect(message.text).not.toContain("oobCode");
});

test("sessions are listed, one is ended, all are ended", async () => {
  const email = "sessions@example.co.za";
  const customer = await aVerifiedCustomer(site, email);
  const elsewhere = await signsIn(email);
  await customer.open("/account/sessions");
  const listed = () => customer.page?.document.querySelectorAll("li.card h2").map(({ text }) => text) ?? [];
  expect(listed()).toHaveLength(2);
  expect(listed().filter((name) => name.includes("(this browser)"))).toHaveLength(1);
  const answer = await customer.pressOnce("Sign out everywhere");
  expect(answer.headers.get("Clear-Site-Data")).toBe('"storage"');
  await customer.follow(answer);
  expect(pathOfPage(customer)).toBe("/login");
  await elsewhere.open("/dashboard");
  expect(pathOfPage(elsewhere)).toBe("/login");
});

test("ending another session keeps this one; ending this one leads to the login", async () => {
  const email = "one-by-one@example.co.za";
  const customer = await aVerifiedCustomer(site, email);
  const elsewhere = await signsIn(email);
  const end = async (isThis: boolean) => {
    await customer.open("/account/sessions");
    const cards = customer.page?.document.querySelectorAll("li.card") ?? [];
    const card = cards.find(({ text }) => text.includes("(this browser)") === isThis);
    const body = customer.filledIn("Log out here").body;
    body.set("end", card?.querySelector("button")?.getAttribute("value") ?? "");
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    return customer.follow(
      await customer.send("/account/sessions", { method: "POST", body: body.toString(), headers }),
    );
  };
  const page = await end(false);
  expect(new URL(page.url).pathname).toBe("/account/sessions");
  expect(page.document.querySelectorAll("li.card")).toHaveLength(1);
  await elsewhere.open("/dashboard");
  expect(pathOfPage(elsewhere)).toBe("/login");
  await end(true);
  expect(pathOfPage(customer)).toBe("/login");
  await customer.open("/dashboard");
  expect(pathOfPage(customer)).toBe("/login");
});

test("the account's page says what has just been done", async () => {
  const customer = await aVerifiedCustomer(site, "done@example.co.za");
  for (const [done, words] of Object.entries({
    details: "Your details were saved.",
    password: "Your password was changed.",
    email: "We've emailed a link to your new address.",
    sessions: "Logged out.",
  }))
    expect((await customer.open(`/account?done=${done}`)).document.querySelector("main .notice")?.text).toContain(
      words,
    );
  expect((await customer.open("/account?done=nothing")).document.querySelector("main .notice")).toBeNull();
});

test("the copy of my data has my quotes and nothing that opens my account", async () => {
  const customer = await aVerifiedCustomer(site, "data@example.co.za");
  await customer.open("/ship/addresses");
  await customer.press("Next", addresses);
  await customer.press("Calculate Quote", parcel);
  const answer = await customer.send("/account/data", {});
  expect(answer.headers.get("Content-Disposition")).toContain("my-data.json");
  const text = await answer.text();
  const data = JSON.parse(text);
  expect(data.account.email).toBe("data@example.co.za");
  expect(data.quotes[0].formSnapshot.addresses.toName).toBe(addresses.toName);
  expect(data.outgoing_mails.map(({ subject }: { subject: string }) => subject).join()).toMatch(/verify/i);
  expect(data.action_links[0].address).toBe("data@example.co.za");
  expect(text).not.toMatch(/argon2|passwordHash|registrationKey|codeHash|oobCode/);
});

test("a deleted account leaves its booking without names, phones and emails, and nothing else", async () => {
  const email = "deleted@example.co.za";
  const customer = await aVerifiedCustomer(site, email);
  for (const isBooked of [false, true]) {
    await customer.open("/ship/addresses");
    await customer.press("Next", addresses);
    await customer.press("Calculate Quote", parcel);
    if (isBooked) await customer.press("Book This Collection", { confirm: "on" });
    else await customer.press("Start again");
  }
  const [me] = await store.read.select().from(users).where(eq(users.email, email));
  const mine = await store.read
    .select()
    .from(quotes)
    .where(eq(quotes.uid, me?.uid ?? ""));
  expect(mine).toHaveLength(2);

  await customer.open("/account/delete");
  expect((await customer.press("Delete my account", { currentPassword: "not-this-one" })).status).toBe(400);
  const elsewhere = await signsIn(email);
  await customer.press("Delete my account", { currentPassword: PASSWORD });
  expect(pathOfPage(customer)).toBe("/");
  await elsewhere.open("/account");
  expect(pathOfPage(elsewhere), "every session went with the account").toBe("/login");
  expect(await store.read.select().from(users).where(eq(users.email, email))).toEqual([]);
  const its = async () =>
    (await store.read.select().from(quotes)).filter((quote) => mine.some(({ id }) => id === quote.id));
  await expect.poll(async () => (await its()).map((each) => each.formSnapshot.addresses.toName)).toEqual([""]);
  const left = await its();
  expect(left[0]?.formSnapshot.addresses).toMatchObject({ fromName: "", toName: "", fromCity: addresses.fromCity });
  expect(JSON.stringify(left)).not.toMatch(/Thandi|Sipho|082 123|@example/);
  const emails = () => store.read.select().from(outgoingMails).where(eq(outgoingMails.toAddress, email));
  await expect.poll(emails).toEqual([]);
  expect(pathOfPage(await signsIn(email))).toBe("/login");
});

test("emails with a one-time link are erased in the database once they are sent", async () => {
  await aVerifiedCustomer(site, "secret@example.co.za");
  const mails = await store.read
    .select()
    .from(outgoingMails)
    .where(eq(outgoingMails.toAddress, "secret@example.co.za"));
  expect(mails.map((mail) => mail.state)).toContain("sent");
  expect(JSON.stringify(mails)).not.toContain("oobCode");
});
