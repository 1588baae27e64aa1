import { describe, expect, test } from "vitest";
import { brand } from "#app/brand";
import { contact } from "#app/contact";
import { askCharge } from "#app/domain/bookings/charges/ask-charge.server";
import { sendLinksAgain } from "#app/domain/bookings/links-again.server";
import { movePayment } from "#app/domain/bookings/payments/move-payment.server";
import { addDriver } from "#app/domain/drivers/drivers.server";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { spokenWaybillNumber } from "#app/domain/parcels/waybill-number";
import { keyFor } from "#app/domain/values/link-signature.server";
import { DAYS, SECONDS } from "#app/durations";
import { paths } from "#app/paths";
import { quotes } from "#db/schema/quotes";
import { aParcel } from "../../../demo/a-parcel";
import { limitsAsked } from "../../../demo/limits-asked";
import { sendDueEmails } from "../../../demo/send-due-emails";
import { pricesAt } from "../../../demo/world";
import { aParcelOnTheWay, LINK_KEY } from "../../support/a-parcel-on-the-way";
import { anOffice } from "../../support/an-office";
import { type Write, watchedWrites } from "../../support/watched-writes";

const now = new Date("2026-11-23T10:00:00Z");
const appUrl = "https://courier.example";

/** Asks for the links, and returns what was written to the database. */
async function writtenFor({ office: { store } }: Awaited<ReturnType<typeof aParcelOnTheWay>>, contact: string) {
  const writes: Write[] = [];
  await store.tx((tx) => sendLinksAgain(watchedWrites(tx, writes), limitsAsked, contact, { appUrl, now }));
  return writes;
}

test.each([
  ["the sender's email", "thandi@example.co.za", "nobody@example.co.za"],
  ["the sender's phone", "+27821234567", "+27829999999"],
])(
  "for nobody's contact the same is written in the same order as for %s, and none is kept",
  async (_, known, nobodys) => {
    const parcel = await aParcelOnTheWay(now);
    await parcel.after(0);
    const writes = await writtenFor(parcel, known);
    expect(writes.filter((write) => write !== "delete").length).toBe(known.includes("@") ? 1 : 2);
    expect(await writtenFor(parcel, nobodys)).toEqual(writes);
    const kept = parcel.office.staff(
      "SELECT DISTINCT to_address FROM outgoing_mails WHERE letter_key LIKE 'links-again:%' ORDER BY 1",
    );
    expect(kept).toEqual([
      ...(known.includes("@") ? [] : [{ to_address: known }]),
      { to_address: "thandi@example.co.za" },
    ]);
  },
);

test("the links are sent together with other such emails, not at the moment of asking", async () => {
  const parcel = await aParcelOnTheWay(now);
  await parcel.after(0);
  const { store } = parcel.office;
  await writtenFor(parcel, "thandi@example.co.za");
  const taken: string[] = [];
  const post = { send: async ({ to }: { to: string }) => void taken.push(to) };
  await sendDueEmails(store, post, new Date(now.getTime() + 3 * SECONDS));
  expect(taken).toEqual([]);
  await sendDueEmails(store, post, new Date(now.getTime() + 4 * SECONDS));
  expect(taken).toEqual(["thandi@example.co.za"]);
});

test("a booking that isn't paid is found too, by its sender alone, with the page to pay", async () => {
  const office = await anOffice();
  const unpaid = await office.booked({ addresses: { toEmail: "gogo@example.co.za" } }, now);
  const toldOf = async (contact: string) => {
    await office.store.tx((tx) => sendLinksAgain(tx, limitsAsked, contact, { appUrl, now }));
    return office.staff<{ to: string; channel: string; words: string }>(
      `SELECT to_address AS "to", channel, text_body AS words FROM outgoing_mails WHERE letter_key LIKE 'links-again:%' ORDER BY queued_at, channel`,
    );
  };
  expect(await toldOf("gogo@example.co.za")).toEqual([]);
  expect(await toldOf("thandi@example.co.za")).toMatchObject([
    { to: "thandi@example.co.za", words: expect.stringContaining(`${appUrl}/payfast/start/${unpaid.id}`) },
  ]);
  const [, , text] = await toldOf("+27821234567");
  expect(text?.words).toContain(unpaid.quoteNo);
  expect(text?.words).not.toContain("http");
});

test("a booking whose payment was taken back is listed once, as unpaid, and its receiver gets nothing", async () => {
  const office = await anOffice();
  const { quote, waybillNo } = await office.paid({ addresses: { toEmail: "gogo@example.co.za" } }, now);
  const site = { appUrl, mode: "sandbox" } as const;
  const twin = await office.booked({ addresses: { fromEmail: "sipho@example.co.za" } }, now);
  await office.store.tx((tx) => movePayment(tx, quote.id, twin.id, { isPart: false, by: "Zanele" }, site, now));
  const ask = (contact: string) => office.store.tx((tx) => sendLinksAgain(tx, limitsAsked, contact, { appUrl, now }));
  await ask("gogo@example.co.za");
  await ask(quote.email);
  const told = office.staff<{ to: string; words: string }>(
    `SELECT to_address AS "to", text_body AS words FROM outgoing_mails WHERE letter_key LIKE 'links-again:%'`,
  );
  expect(told.map(({ to }) => to)).toEqual([quote.email]);
  expect(told[0]?.words).toContain(quote.quoteNo);
  expect(told[0]?.words).not.toContain(spokenWaybillNumber(waybillNo));
});

describe("the message has", () => {
  const ask = async (parcel: Awaited<ReturnType<typeof aParcelOnTheWay>>, contact: string) => {
    await parcel.after(1);
    await parcel.office.store.tx((tx) => sendLinksAgain(tx, limitsAsked, contact, { appUrl, now: parcel.now() }));
    return parcel.after(4 * SECONDS);
  };
  const withKey = (path: string) => `${path}?key=${keyFor(LINK_KEY, path, { person: "receiver", number: 0 })}`;
  const trackingOf = (waybillNo: string) => `${appUrl}/t/${waybillNo}`;

  test("for the sender each parcel with its way, and links to its waybill and its tracking, the newest first", async () => {
    const parcel = await aParcelOnTheWay(now);
    const newer = await parcel.office.paid(
      { addresses: { toCity: "Tembisa", toSuburb: "", toPostal: "1632" } },
      new Date(now.getTime() + 1),
    );
    const [email, ...others] = await ask(parcel, "thandi@example.co.za");
    expect(others).toEqual([]);
    const [one, two] = [newer.waybillNo, parcel.waybillNo].map(spokenWaybillNumber);
    expect(email).toMatchObject({ way: "email", to: "thandi@example.co.za", subject: "Your waybill numbers" });
    expect(
      email?.text
        .replace(/key=[\w-]{22}/g, "key=…")
        .trimEnd()
        .split("\n\n"),
    ).toEqual([
      "Good day,",
      "You asked for the numbers and links of your parcels. Here they are, the newest first.",
      `${one}: Katlehong to Tembisa\n${two}: Katlehong to Soweto`,
      `Waybill ${one}:\n${appUrl}/waybill/${newer.waybillNo}?key=…`,
      `Track ${one}:\n${trackingOf(newer.waybillNo)}`,
      `Waybill ${two}:\n${appUrl}/waybill/${parcel.waybillNo}?key=…`,
      `Track ${two}:\n${trackingOf(parcel.waybillNo)}`,
      "If you didn't ask for this, somebody typed your email or phone by mistake. Nothing has changed.",
      `${brand.name}\nQuestions? ${contact().email.contact} or ${contact().phoneShown}`,
    ]);
  });

  test("for the sender the page of what more is owed, and for the receiver nothing of it", async () => {
    const parcel = await aParcelOnTheWay(now);
    await parcel.after(0);
    const how = { pricing: pricesAt(parcel.office, now), mode: "sandbox" } as const;
    const why = { because: "It weighs 12 kg.", agreed: "Nomsa, 14:20" };
    const charging = await parcel.office.store.tx(async (tx) => {
      const quote = (await quoteById(tx, parcel.quote.id)) ?? expect.fail("no quote");
      return askCharge(tx, quote, { amountCents: 10_00 }, why, how, parcel.now());
    });
    const id = charging.ok ? charging.charge.id : expect.fail(charging.why);
    await parcel.after(1);
    const [email] = await ask(parcel, "thandi@example.co.za");
    expect(email?.text).toContain(`${appUrl}/charge/${id}?key=`);
    expect(email?.text).toContain("Soweto, more is to be paid");
    const [toReceiver] = await ask(parcel, "+27735550101");
    expect(toReceiver?.text).not.toMatch(/\/charge\/|to be paid/);
    await parcel.office.store.tx((tx) => addDriver(tx, { name: "Sipho Nkosi", phone: "+27831234567" }, now));
    await aParcel(parcel.waybillNo).collected().given("Sipho Nkosi", "return").in(parcel.office.world, parcel.now());
    const [goesBack] = await ask(parcel, "thandi@example.co.za");
    expect(goesBack?.text).toContain(`/waybill/${parcel.waybillNo}`);
    expect(goesBack?.text).not.toMatch(/\/charge\/|to be paid/);
  });

  test.each([
    ["email", "sipho@example.co.za"],
    ["phone", "+27735550101"],
    ["second phone", "+27821112222"],
  ])("for a receiver known by %s the tracking and the way to their wishes, never the waybill", async (_, contact) => {
    const parcel = await aParcelOnTheWay(now, {
      addresses: { toEmail: "Sipho@Example.co.za", toCell: "082 111 2222" },
    });
    const [email, text] = await ask(parcel, contact);
    expect(email).toMatchObject({ way: "email", subject: "Your waybill number" });
    expect(email?.to.toLowerCase()).toBe("sipho@example.co.za");
    const findMe = withKey(paths.findMe(parcel.quote.id));
    const key = new URL(findMe, appUrl).search;
    expect(email?.text).toContain(`\n${appUrl}${findMe}\n`);
    expect(email?.text).toContain(`\n${trackingOf(parcel.waybillNo)}${key}\n`);
    expect(email?.text).not.toContain("/waybill/");
    if (contact.includes("@")) return expect(text).toBeUndefined();
    const words = `${brand.name}: your waybill number is ${spokenWaybillNumber(parcel.waybillNo)}. `;
    expect(text).toMatchObject({ way: "sms", to: contact, text: `${words}Type it on our site, at Track.` });
  });

  test("for a sender known by phone the email of the booking, and a text about the newest parcel", async () => {
    const parcel = await aParcelOnTheWay(now);
    const newer = await parcel.office.paid({}, new Date(now.getTime() + 1));
    const [email, text] = await ask(parcel, "+27821234567");
    expect(email).toMatchObject({ way: "email", to: "thandi@example.co.za" });
    expect(text?.text).toContain(spokenWaybillNumber(newer.waybillNo));
    expect(text?.text).not.toContain(parcel.waybillNo);
  });

  test("for the account that booked in another's name the waybill too", async () => {
    const parcel = await aParcelOnTheWay(now);
    await parcel.office.store.tx((tx) => tx.update(quotes).set({ email: "Shop@example.co.za" }));
    const [email] = await ask(parcel, "shop@example.co.za");
    expect(email).toMatchObject({ to: "shop@example.co.za", text: expect.stringContaining("/waybill/") });
  });

  const RECEIVERS = /find-me|\/t\/TH\d+\?/;

  test.each([
    ["the sender", { fromEmail: "sipho@example.co.za" }, undefined],
    ["the account that booked", {}, "Sipho@example.co.za"],
  ])("for an address that is the receiver's and %s's no way to the receiver's wishes", async (_, sender, account) => {
    const addresses = { ...sender, toEmail: "sipho@example.co.za", toPhone: "073 555 0101" };
    const parcel = await aParcelOnTheWay(now, { addresses });
    if (account) await parcel.office.store.tx((tx) => tx.update(quotes).set({ email: account }));
    for (const contact of ["sipho@example.co.za", "+27735550101"]) {
      const [email] = await ask(parcel, contact);
      expect(email?.to.toLowerCase()).toBe("sipho@example.co.za");
      expect(email?.text).toContain(trackingOf(parcel.waybillNo));
      expect(email?.text).not.toMatch(RECEIVERS);
    }
  });

  test("for one phone of receivers with several emails only the way to the wishes of the one who is written to", async () => {
    const parcel = await aParcelOnTheWay(now, { addresses: { toEmail: "lerato@example.co.za" } });
    const newer = await parcel.office.paid({}, new Date(now.getTime() + 1));
    const [email, ...others] = await ask(parcel, "+27735550101");
    expect([email?.to, others.map(({ way }) => way)]).toEqual(["sipho@example.co.za", ["sms"]]);
    expect(email?.text).toContain(withKey(paths.findMe(newer.quote.id)));
    expect(email?.text).toContain(`${trackingOf(parcel.waybillNo)}\n`);
    expect(email?.text).not.toContain(parcel.quote.id);
  });

  test("for a phone that is a receiver's and, in another booking, a sender's no waybill of that booking", async () => {
    const parcel = await aParcelOnTheWay(now, { addresses: { fromPhone: "073 555 0101" } });
    await parcel.office.paid({}, new Date(now.getTime() + 1));
    const [email] = await ask(parcel, "+27735550101");
    expect(email?.to).toBe("sipho@example.co.za");
    expect(email?.text).not.toContain("/waybill/");
    await parcel.office.store.tx((tx) => tx.update(quotes).set({ email: "sipho@example.co.za" }));
    expect((await ask(parcel, "+27735550101"))[0]?.text).toContain("/waybill/");
  });

  test("for a receiver abroad, whom no driver of ours visits, only the tracking with its key", async () => {
    const parcel = await aParcelOnTheWay(now, { addresses: { toCountry: "Brazil" } });
    const [email] = await ask(parcel, "sipho@example.co.za");
    expect(email?.text).toContain(`${trackingOf(parcel.waybillNo)}?key=`);
    expect(email?.text).not.toContain("find-me");
  });

  test("nothing of a parcel whose phone only ends in the same digits: nobody gets one", async () => {
    const parcel = await aParcelOnTheWay(now);
    expect(await ask(parcel, "+44821234567")).toEqual([]);
  });

  test("the last five parcels of half a year", async () => {
    const parcel = await aParcelOnTheWay(now);
    const paid = [];
    for (let day = 1; day <= 5; day += 1) {
      const { waybillNo } = await parcel.office.paid({}, new Date(now.getTime() + day * DAYS));
      paid.unshift(waybillNo);
    }
    const numbersIn = (text = "") => [...text.matchAll(/\/t\/(\w+)/g)].map(([, waybillNo]) => waybillNo);
    await parcel.after(180 * DAYS);
    expect(numbersIn((await ask(parcel, "thandi@example.co.za"))[0]?.text)).toEqual(paid);
    await parcel.after(3 * DAYS);
    expect(numbersIn((await ask(parcel, "thandi@example.co.za"))[0]?.text)).toEqual(paid.slice(0, 2));
  });
});
