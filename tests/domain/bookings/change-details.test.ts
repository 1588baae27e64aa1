import { describe, expect, test } from "vitest";
import { cancelBooking } from "#app/domain/bookings/cancel-booking.server";
import { changeDetails, type DetailChanges, judgeChange } from "#app/domain/bookings/change-details.server";
import { giveGuestQuotes } from "#app/domain/parcels/quotes/owned-quotes.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { markBooked, quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { deleteAccount } from "#app/domain/people/account-data.server";
import { eraseDeletedAccounts } from "#app/domain/people/deleted-accounts.server";
import { embeddedPricing } from "#app/domain/prices/embedded.server";
import { say } from "#app/language/say";
import { outgoingMails } from "#db/schema/mail";
import { aParcel } from "../../../demo/a-parcel";
import { aGuestsLeave } from "../../support/a-booking";
import { officeForEachTest } from "../../support/an-office";

const now = new Date("2026-11-20T08:00:00Z");
const link = { label: say`Waybill`, url: "https://courier.example/waybill/1" };

const office = officeForEachTest();
const latest = async ({ id }: Quote) => (await quoteById(office.store.read, id)) ?? expect.fail("no quote");
const judge = async (quote: Quote, changes: DetailChanges) =>
  judgeChange(
    office.store.read,
    embeddedPricing(office.store, () => now),
    await latest(quote),
    changes,
  );

describe("a change costs", () => {
  test.each<[string, DetailChanges, object]>([
    ["nothing without another postal code", { toName: "Zodwa Khumalo" }, { changed: ["toName"], differenceCents: 0 }],
    ["nothing if all is as before", { toCity: "Soweto", toPostal: "1804" }, { changed: [], differenceCents: 0 }],
    ["more to a place further away", { toPostal: "8001" }, { changed: ["toPostal"], differenceCents: 56_92 }],
    ["more from a place further away", { fromPostal: "8001" }, { changed: ["fromPostal"], differenceCents: 56_92 }],
    ["nobody knows what, at a place without an instant price", { toPostal: "9100" }, { differenceCents: null }],
  ])("%s", async (_, changes, expected) => {
    expect(await judge(await office.booked({}, now), changes)).toMatchObject({ ok: true, ...expected });
  });

  test("nobody knows what, for a booking that had no instant price, unless its codes stay", async () => {
    const quote = await office.booked({ addresses: { toPostal: "9100" } }, now);
    await office.store.tx(async (tx) =>
      markBooked(tx, await aGuestsLeave(tx), quote.id, { mode: "sandbox", termsVersion: null }, now),
    );
    expect(await judge(quote, { toPostal: "1804" })).toMatchObject({ ok: true, differenceCents: null });
    expect(await judge(quote, { toName: "Zodwa Khumalo" })).toMatchObject({ ok: true, differenceCents: 0 });
  });
});

describe("a change is refused", () => {
  test("with what the form says of each field, the first of them alone in words", async () => {
    const quote = await office.booked({}, now);
    expect(await judge(quote, { fromName: "X", toPhone: "12" })).toEqual({
      ok: false,
      why: "Sender full name is required.",
      errors: {
        fromName: ["Sender full name is required"],
        toPhone: ["Receiver phone must have at least 7 digits"],
      },
    });
  });

  test("abroad by other rules: a postal code may be missing, but no country", async () => {
    const abroad = { toCountry: "Botswana", toPostal: "" };
    const quote = await office.booked({ addresses: abroad }, now);
    await office.store.tx(async (tx) =>
      markBooked(tx, await aGuestsLeave(tx), quote.id, { mode: "sandbox", termsVersion: null }, now),
    );
    expect(await judge(quote, { toCity: "Francistown" })).toMatchObject({ ok: true, changed: ["toCity"] });
    expect(await judge(quote, { toCountry: "" })).toMatchObject({ ok: false });
  });

  test("while nobody has booked it, and once it was cancelled or its customer's data was deleted", async () => {
    const change = { toName: "Zodwa Khumalo" };
    const quote = await office.quote({}, now);
    expect(await judge(quote, change)).toEqual({
      ok: false,
      why: "nobody has booked it: its customer can change it on the site",
      errors: {},
    });
    const cancelled = await office.booked({}, now);
    await office.store.tx((tx) => cancelBooking(tx, cancelled.id, "", now));
    expect(await judge(cancelled, change)).toMatchObject({ ok: false, why: "it was cancelled" });
    const nameless = await office.booked({}, now);
    const { account } = await office.joined("mine@another.example", now);
    await office.store.tx(async (tx) => {
      await giveGuestQuotes(tx, "a-guest", account.uid, now);
      await deleteAccount(tx, account, now);
    });
    await eraseDeletedAccounts(office.store, now);
    expect(await judge(nameless, change)).toMatchObject({ ok: false, why: "its customer's data was deleted" });
  });

  test("for the sender's side once it is collected, and altogether once it is delivered", async () => {
    const { quote, waybillNo } = await office.paid({}, now);
    const [senders, receivers] = [{ fromName: "Zola Khumalo" }, { toName: "Zodwa Khumalo" }];
    expect(await judge(quote, senders)).toMatchObject({ ok: true });
    await aParcel(waybillNo).collected().in(office.world, now);
    expect(await judge(quote, receivers)).toMatchObject({ ok: true });
    expect(await judge(quote, { ...receivers, ...senders })).toMatchObject({
      ok: false,
      why: "it has been collected: only the receiver's side can change",
    });
    await aParcel(waybillNo).delivered().in(office.world, now);
    expect(await judge(quote, receivers)).toMatchObject({
      ok: false,
      why: "its way is over: it was delivered or returned",
    });
  });
});

describe("a change that is made", () => {
  const make = async (quote: Quote, changes: DetailChanges, to: typeof link | null) => {
    const judged = await judge(quote, changes);
    if (!judged.ok) return expect.fail(judged.why);
    const before = await latest(quote);
    return office.store.tx((tx) => changeDetails(tx, before, judged, { cause: "the office", link: to, now }));
  };
  const told = async () =>
    (await office.store.read.select().from(outgoingMails))
      .filter(({ emailKey }) => emailKey.startsWith("booking-changed:"))
      .toSorted((one, other) => other.toAddress.localeCompare(one.toAddress))
      .map(({ emailKey, toAddress, subject, textBody }) => ({ emailKey, toAddress, subject, textBody }));

  test("in an unpaid booking is told to both with the quote's number", async () => {
    const quote = await office.booked({}, now);
    await make(quote, { toPostal: "8001", fromSuburb: "" }, null);
    const changed = await latest(quote);
    expect(changed).toMatchObject({ toPostal: "8001", fromPostal: "1431", updatedAt: now });
    expect(changed.formSnapshot.addresses).toMatchObject({ toPostal: "8001", fromSuburb: "", toCity: "Soweto" });
    expect(changed.formHash).not.toBe(quote.formHash);
    const [sender, receiver] = await told();
    expect(sender).toMatchObject({
      emailKey: `booking-changed:${quote.id}:${now.toISOString()}:sender`,
      toAddress: "thandi@example.co.za",
      subject: `Your parcel's details have changed: quote ${quote.quoteNo}`,
    });
    expect(receiver).toMatchObject({
      emailKey: `booking-changed:${quote.id}:${now.toISOString()}:receiver`,
      toAddress: "sipho@example.co.za",
      textBody: sender?.textBody.replace("Dear Thandi Nkosi,", "Dear Sipho Dlamini,"),
    });
    expect(sender?.textBody.split("\n\n").slice(0, 4)).toEqual([
      "Dear Thandi Nkosi,",
      "The details of this parcel have changed. This is how they are now.",
      [
        "Receiver postal: 8001",
        "Sender suburb:   (none)",
        "From:            Thandi Nkosi, Katlehong",
        "To:              Sipho Dlamini, Orlando East, Cape Town",
        "Parcel:          1 × Flyer bag",
      ].join("\n"),
      "If you didn't ask for this, please phone us.",
    ]);
  });

  test("in a paid one also with the sender's link to print the waybill again", async () => {
    const { quote, waybillNo } = await office.paid({}, now);
    await make(quote, { toName: "Zodwa Khumalo" }, link);
    const [sender, receiver] = await told();
    expect(sender?.subject.replace(/ /g, "")).toBe(`Yourparcel'sdetailshavechanged:waybill${waybillNo}`);
    expect(sender?.textBody).toContain(
      `Waybill:\n${link.url}\n\nIf you printed the waybill before, please print it again.`,
    );
    expect(receiver?.textBody).not.toMatch(/print|waybill\/1/);
  });

  test("to a new receiver's email is told there", async () => {
    const quote = await office.booked({}, now);
    await make(quote, { toEmail: "zodwa@example.co.za" }, null);
    expect((await told()).map(({ toAddress }) => toAddress)).toEqual(["zodwa@example.co.za", "thandi@example.co.za"]);
  });

  test("to what it was before isn't told", async () => {
    await make(await office.booked({}, now), { toName: "Sipho Dlamini" }, null);
    expect(await told()).toEqual([]);
  });
});
