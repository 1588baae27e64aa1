import { describe, expect, test } from "vitest";
import { addresses, parcel } from "../../demo/typed-answers";
import { aRegisteredCustomer, aVerifiedCustomer, PASSWORD, pathOf } from "../support/a-customer";
import { aGuestAtThePayment, aGuestWithAWaybill, inTheFile } from "../support/a-guest";
import { asSent } from "../support/as-sent";
import { emailTo } from "../support/mailbox";
import { siteForAllTests } from "../support/open-site";
import { Visitor } from "../support/visitor";

const site = siteForAllTests();

const asksForLink = async (visitor: Visitor, email: string) => {
  await visitor.open("/login?tab=forgot");
  return visitor.press("Send reset link", { email });
};

/** Six requests of strangers within the hour, so that the next one is refused. */
async function strangersAskFor(email: string) {
  for (let n = 0; n < 6; n += 1) await asksForLink(new Visitor(site.url), email);
  expect((await asksForLink(new Visitor(site.url), email)).status).toBe(429);
}

/** How many of this many presses got through. */
async function passed(count: number, press: (n: number) => Promise<{ status: number }>): Promise<number> {
  const statuses: number[] = [];
  for (let n = 0; n < count; n += 1) statuses.push((await press(n)).status);
  return statuses.filter((status) => status < 400).length;
}

describe("strangers who ask in somebody's name lock nobody out, and an owner has six messages an hour too", () => {
  test("whoever is signed in with a proven address", async () => {
    const email = "owner@example.co.za";
    const owner = await aVerifiedCustomer(site, email);
    await strangersAskFor(email);
    await owner.open("/account/password");
    const password = { password: "a-new-password", confirmPassword: "a-new-password" };
    const changed = await owner.press("Change password", { currentPassword: PASSWORD, ...password });
    expect(changed.url).toContain("/account?done=password");
    await owner.open("/lost");
    expect((await owner.press("Send the links again", { contact: email })).status).toBe(200);
    expect(await passed(6, () => asksForLink(owner, email))).toBe(4);
    await owner.open("/account/email");
    const other = { currentPassword: "a-new-password", email: "another@example.co.za" };
    expect((await owner.press("Send the link", other)).status).toBe(200);
  });

  test("a new address that strangers have asked for is still taken", async () => {
    const owner = await aVerifiedCustomer(site, "moves@example.co.za");
    await strangersAskFor("moved@example.co.za");
    await owner.open("/account/email");
    const moved = { currentPassword: PASSWORD, email: "moved@example.co.za" };
    expect((await owner.press("Send the link", moved)).url).toContain("/account?done=email");
  });

  test("the browser in which the address has signed in", async () => {
    const email = "signed-out@example.co.za";
    const owner = await aVerifiedCustomer(site, email);
    await owner.open("/dashboard");
    await owner.press("Logout");
    await owner.open("/login");
    await owner.press("Login", { email, password: PASSWORD });
    const cookies = new Map(owner.cookies);
    cookies.delete("session");
    const signedOut = Object.assign(new Visitor(site.url), { cookies });
    await strangersAskFor(email);
    expect(await passed(8, () => asksForLink(signedOut, email))).toBe(6);
  });

  test("the browser whose booking is paid, and the link in its email; an unpaid booking proves nothing", async () => {
    const { guest, waybillNo } = await aGuestWithAWaybill(site);
    const [{ id, email, text } = { id: "", email: "", text: "" }] = inTheFile<Record<"id" | "email" | "text", string>>(
      site,
      `SELECT quotes.id, email, text_body AS text FROM quotes JOIN waybills ON waybills.quote_id = quotes.id
       JOIN outgoing_mails ON letter_key = 'booking-confirmed:' || quotes.id WHERE waybill_no = '${waybillNo}'`,
    );
    await strangersAskFor(email);
    await guest.open("/lost");
    expect((await guest.press("Send the links again", { contact: email })).status).toBe(200);
    const link = new URL(/http\S+\/change\/\S+/.exec(asSent(site, text))?.[0] ?? "http://no.link/");
    const onAnotherPhone = new Visitor(site.url);
    await onAnotherPhone.open(link.pathname + link.search);
    expect((await onAnotherPhone.press("Save changes", { toLandmark: "By the link" })).status).toBe(200);
    const change = async (n: number) => {
      await guest.open(`/change/${id}`);
      return guest.press("Save changes", { toLandmark: `Gate ${n}` });
    };
    expect(await passed(6, change)).toBe(4);

    const unpaid = await aGuestAtThePayment(site);
    const unpaidId = new URL(unpaid.page?.url ?? "").pathname.split("/").at(-1) ?? "";
    await unpaid.open(`/change/${unpaidId}`);
    expect((await unpaid.press("Save changes", { toLandmark: "Gate" })).status).toBe(429);
    await unpaid.open(`/cancel/${unpaidId}`);
    const kept = await unpaid.press("Cancel this booking", { reason: "I have no box" });
    expect([kept.status, kept.document.querySelector("textarea")?.text]).toEqual([429, "I have no box"]);
    await guest.open(`/cancel/${id}`);
    expect((await guest.press("Cancel this booking")).text).toContain("This booking has been cancelled");
  });

  test("a signed-in customer who asks for a price; a stranger in the same name is refused", async () => {
    const email = "prices@example.co.za";
    const unserved = { ...addresses, toPostal: "9100", fromEmail: email };
    const owner = await aVerifiedCustomer(site, email);
    await strangersAskFor(email);
    const ask = async (visitor: Visitor) => {
      await visitor.open("/ship/addresses");
      await visitor.press("Next", unserved);
      await visitor.press("Ask us for a price");
      await visitor.press("Calculate Quote", parcel);
      return visitor.press("Request Manual Quote", { confirm: "on" });
    };
    expect((await ask(new Visitor(site.url))).status).toBe(429);
    expect((await ask(owner)).status).toBe(200);
  });

  test("not whoever has only claimed the address", async () => {
    const email = "claimed@example.co.za";
    const claimant = await aRegisteredCustomer(site, email);
    for (let n = 0; n < 5; n += 1) await asksForLink(new Visitor(site.url), email);
    expect((await claimant.press("Resend email")).status).toBe(429);
    await claimant.open(pathOf((await emailTo(site.dataDir, email, /verify/i)).link));
    await claimant.press("Continue");
    expect((await asksForLink(claimant, email)).status).toBe(200);
  });
});
