import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { isPostgres } from "#db/dialect";
import { anIdNumber, aTypedApplication } from "../domain/drivers/an-application";
import { aRegisteredCustomer, aVerifiedCustomer, PASSWORD, pathOf } from "../support/a-customer";
import {
  aGuestAtTheParcel,
  aGuestAtThePayment,
  aGuestAtTheReview,
  aGuestWithAWaybill,
  inTheFile,
} from "../support/a-guest";
import { aLine, aList } from "../support/a-list";
import { addresses, parcel } from "../support/a-parcel";
import { emailTo } from "../support/mailbox";
import { siteForAllTests } from "../support/open-site";
import { type Page, Visitor } from "../support/visitor";
import { holdWriteLock } from "../support/write-lock";

const WORDS = "We can't save anything just now.";
const FASTEST_PERSON_MS = 3_100;

const site = siteForAllTests();

/** A filled-in form: its page, what is typed, and its button. */
type Filled = { who: Visitor; button: string; typed: Record<string, string> };

test("while locked every form is answered 503 with what was typed, other pages work, and afterwards everything is saved", async () => {
  const forms = await everyForm();
  inTheFile(site, "UPDATE sessions SET last_seen_at = '2026-01-01T00:00:00.000Z'");
  const release = await lockingStaff();

  let answered = 0;
  const sending = Object.entries(forms).map(async ([name, { who, button, typed }]) => {
    const page = await who.press(button, typed);
    answered += 1;
    return [name, page] as const;
  });
  expect((await new Visitor(site.url).open("/ship")).status, "who only reads").toBe(200);
  expect((await forms.details.who.anotherTab().open("/dashboard")).status, "who is signed in and only reads").toBe(200);
  expect(answered, "that one's session is due to be marked as seen, which waits for nobody").toBe(0);

  // The lock is held until everybody has an answer.
  for (const [name, page] of await Promise.all(sending)) {
    expect([page.status, name]).toEqual([503, name]);
    expect(Number(page.headers.get("Retry-After")), name).toBeGreaterThan(0);
    expect(page.text, name).toContain(WORDS);
    for (const [field, value] of Object.entries(forms[name as keyof typeof forms].typed)) {
      if (/password/i.test(field)) expect(page.html, `${name}: a secret`).not.toContain(value);
      else expect([field, isStillThere(page, field, value), name]).toEqual([field, true, name]);
    }
  }

  const health = await fetch(`${site.url}/health`);
  // PostgreSQL can still write beside a locked table.
  const state = isPostgres ? [200, { ok: true }] : [503, { ok: false }];
  expect([health.status, await health.json()]).toMatchObject(state);

  await release();
  for (const { who, button, typed } of Object.values(forms)) {
    const passwords = Object.entries(typed).filter(([field]) => /password/i.test(field));
    expect((await who.press(button, Object.fromEntries(passwords))).status).toBe(200);
  }
  expect((await fetch(`${site.url}/health`)).status).toBe(200);
});

test("a payment notice is to be sent again, and a button without fields gets an explanation", async () => {
  const guest = await aGuestAtThePayment(site);
  await guest.open("/ship/review");
  const release = await lockingStaff();
  const [change, notice] = await Promise.all([
    guest.press("Change this booking"),
    fetch(`${site.url}/payfast/notify`, { method: "POST", body: new URLSearchParams({ m_payment_id: "x" }) }),
  ]);
  await release();
  for (const { status, headers } of [change, notice]) {
    expect(status).toBe(503);
    expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
  }
  expect(change.text).toContain(WORDS.slice(0, -1));
});

/** Staff's own program with an open write transaction. */
async function lockingStaff(): Promise<() => Promise<void>> {
  const release = await holdWriteLock(path.join(site.dataDir, "courier.db"));
  onTestFinished(release);
  return release;
}

async function everyForm() {
  const applicant = new Visitor(site.url);
  await applicant.open("/join");
  const readyToApply = pause(FASTEST_PERSON_MS);
  const at = async (who: Visitor, address: string) => {
    await who.open(address);
    return who;
  };
  const customer = (name: string) => aVerifiedCustomer(site, `${name}@example.co.za`);
  const anybody = () => new Visitor(site.url);
  const forgetful = await customer("forgetful");
  await at(forgetful, "/login?tab=forgot");
  await forgetful.press("Send reset link", { email: "forgetful@example.co.za" });
  const reset = await emailTo(site.dataDir, "forgetful@example.co.za", /password/i);
  const changed = { ...addresses, fromName: "Nomsa Changed" };
  const forms = {
    addresses: {
      who: await at(await aGuestAtTheReview(site), "/ship/addresses?then=review"),
      button: "Next",
      typed: changed,
    },
    parcel: { who: await aGuestAtTheParcel(site), button: "Calculate Quote", typed: parcel },
    review: { who: await aGuestAtTheReview(site), button: "Book This Collection", typed: { confirm: "on" } },
    login: {
      who: await at(anybody(), "/login"),
      button: "Login",
      typed: { email: "details@example.co.za", password: PASSWORD },
    },
    register: {
      who: await at(anybody(), "/login?tab=register"),
      button: "Register",
      typed: { name: "Zola M", phone: "082 123 4567", email: "zola@example.co.za", password: PASSWORD },
    },
    forgot: {
      who: await at(anybody(), "/login?tab=forgot"),
      button: "Send reset link",
      typed: { email: "zola@example.co.za" },
    },
    newPassword: {
      who: await at(forgetful, pathOf(reset.link)),
      button: "Continue",
      typed: { password: "quite-another-1", confirmPassword: "quite-another-1" },
    },
    verifyAgain: { who: await aRegisteredCustomer(site, "unproven@example.co.za"), button: "Resend email", typed: {} },
    details: {
      who: await at(await customer("details"), "/account"),
      button: "Save",
      typed: { name: "Thandi Dube", phone: "073 555 0101" },
    },
    email: {
      who: await at(await customer("mover"), "/account/email"),
      button: "Send the link",
      typed: { email: "moved@example.co.za", currentPassword: PASSWORD },
    },
    password: {
      who: await at(await customer("changer"), "/account/password"),
      button: "Change password",
      typed: { currentPassword: PASSWORD, password: "quite-another-2", confirmPassword: "quite-another-2" },
    },
    delete: {
      who: await at(await customer("leaver"), "/account/delete"),
      button: "Delete my account",
      typed: { currentPassword: PASSWORD },
    },
    ...(await formsOfAParcel()),
    ...(await formsOfAShop()),
    addressBook: {
      who: await at(await customer("keeper"), "/address-book"),
      button: "Save address",
      typed: {
        ...{ label: "Gogo Soweto", Name: "Nomsa Dlamini", Phone: "073 555 0101", AddressLine: "12 Ncome Crescent" },
        ...{ Suburb: "Orlando East", City: "Soweto", Postal: "1804" },
      },
    },
    continueElsewhere: {
      who: await at(await aGuestAtTheParcel(site), "/ship/continue"),
      button: "Send me the link",
      typed: { contact: "thandi@example.co.za" },
    },
    lost: {
      who: await at(anybody(), "/lost"),
      button: "Send the links again",
      typed: { contact: "thandi@example.co.za" },
    },
    join: { who: applicant, button: "Submit application", typed: aTypedApplication({ id_number: anIdNumber(1) }) },
  } satisfies Record<string, Filled>;
  await readyToApply;
  return forms;
}

/** Forms about a parcel that is booked and paid: its sender's, its receiver's, and anybody's; it is cancelled last. */
async function formsOfAParcel() {
  const { guest, waybillNo } = await aGuestWithAWaybill(site);
  const [booking] = inTheFile<{ id: string }>(
    site,
    `SELECT quote_id AS id FROM waybills WHERE waybill_no = '${waybillNo}'`,
  );
  const [sender, receiver, finder] = [guest.anotherTab(), new Visitor(site.url), new Visitor(site.url)];
  await guest.open(`/change/${booking?.id}`);
  await sender.open(`/cancel/${booking?.id}`);
  const booked = await emailTo(site.dataDir, addresses.toEmail, /parcel/i);
  await receiver.open(pathOf(/http\S+\/find-me\/\S+/.exec(booked.text)?.[0] ?? ""));
  await finder.open(`/case/${waybillNo}`);
  const day = receiver.page?.document.querySelectorAll("#day option")[2]?.getAttribute("value") ?? "";
  return {
    change: {
      who: guest,
      button: "Save changes",
      typed: { toAddressLine: "9 Vilakazi Street", toPhone: "083 111 2222" },
    },
    findMe: { who: receiver, button: "Tell the driver", typed: { wish: "day", day } },
    case: {
      who: finder,
      button: "Send",
      typed: { kind: "damaged", words: "It is wet", contact: "lerato@example.co.za" },
    },
    cancel: { who: sender, button: "Cancel this booking", typed: { reason: "Wrong address" } },
  };
}

async function formsOfAShop() {
  const shop = await aVerifiedCustomer(site, "shop@example.co.za");
  const keys = shop.anotherTab();
  await keys.open("/account/api-keys");
  await shop.open("/dashboard/import");
  return {
    importList: { who: shop, button: "Check the list", typed: { list: aList(aLine("Zodwa Khumalo")).trim() } },
    apiKeys: { who: keys, button: "Make a key", typed: { name: "Till", currentPassword: PASSWORD } },
  };
}

/** Whether a field of the page still contains what was typed. */
function isStillThere({ document }: Page, name: string, value: string): boolean {
  return document.querySelectorAll(`[name="${name}"]`).some((field) => {
    const option = field.querySelector("option[selected]");
    if (field.tagName === "SELECT") return (option?.getAttribute("value") ?? option?.text) === value;
    if (field.tagName === "TEXTAREA") return field.text.trim() === value;
    const isChosen = /radio|checkbox/.test(field.getAttribute("type") ?? "");
    return (field.getAttribute("value") ?? "on") === value && (!isChosen || field.hasAttribute("checked"));
  });
}
