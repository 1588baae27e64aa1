import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { proveAddress } from "#app/domain/accounts/accounts.server";
import { makeKey } from "#app/domain/accounts/keys.server";
import { cancelBooking } from "#app/domain/bookings/cancel-booking.server";
import { askCharge } from "#app/domain/bookings/charges/ask-charge.server";
import { putOnAccount } from "#app/domain/bookings/charges/put-on-account.server";
import { noteChargeback } from "#app/domain/bookings/payments/note-chargeback.server";
import { notePayment } from "#app/domain/bookings/payments/note-payment.server";
import { noteRefund } from "#app/domain/bookings/payments/note-refund.server";
import { payClaim } from "#app/domain/bookings/payments/pay-claim.server";
import { spokenApplicationNumber } from "#app/domain/drivers/applications/reference";
import { addDriver } from "#app/domain/drivers/drivers.server";
import { reportMark } from "#app/domain/drivers/reported-marks.server";
import { assignStop, stopsAt } from "#app/domain/drivers/stops.server";
import { allowCredit } from "#app/domain/money/give-credit.server";
import { type CounterWay, numberOf } from "#app/domain/money/ways";
import { makePin } from "#app/domain/parcels/delivery-pin.server";
import { markParcel } from "#app/domain/parcels/mark-parcel.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { registerEndpoint } from "#app/domain/post/webhooks/endpoints.server";
import { switchOff } from "#app/domain/post/webhooks/switched-off.server";
import { priceColumns, priceRow } from "#app/domain/prices/price-list";
import { pricesOn, readAllPrices } from "#app/domain/prices/price-list.server";
import { saMonth } from "#app/domain/values/calendar-month";
import { csv } from "#app/domain/values/csv";
import { newId } from "#app/domain/values/ids.server";
import { amountFromCents } from "#app/domain/values/money";
import { saDay } from "#app/domain/values/sa-time";
import { readCall } from "#app/staff/read-call";
import { invoices } from "#db/schema/invoices";
import { outgoingMails } from "#db/schema/mail";
import { staffActions } from "#db/schema/staff-actions";
import { storeSiteFacts } from "#db/site-facts.server";
import { aParcel } from "../../demo/a-parcel";
import { byAccount } from "../../demo/bookings";
import { pricesAt } from "../../demo/world";
import { aLine, aList } from "./a-list";
import { aStopForm } from "./a-stop-form";
import { transactionCsv } from "./a-transaction-list";
import type { Office } from "./an-office";
import { openedCase } from "./opened-case";

/** When an example happens, and before that when what it is about was made. */
export type Times = { before: Date; now: Date };
/** The way in which what is paid back had come. */
type Case = Times & { way?: CounterWay };
/** A number or an email of ours, and how much is to be paid or paid back for it. */
type Made = { word: string; cents?: number };

/** What a command acts on, in the state that it needs. */
const making: Record<string, (office: Office, times: Case) => Promise<Made>> = {
  "a parcel": async (office, times) => ({ word: await aPaidParcel(office, times) }),
  "an unpaid booking": async (office, { before }) => ofQuote(await office.booked({}, before)),
  "a case": async (office, times) => ({ word: await aCase(office, await aPaidParcel(office, times), times.before) }),
  "an application": async (office, { before }) => ({ word: await anApplication(office, before) }),
  "an email": async (office) => ({ word: await anEmail(office) }),
  "a request for a price": async (office, { before }) => {
    const { quoteNo } = await office.booked({ addresses: { toPostal: "9100" } }, before);
    return { word: quoteNo };
  },
  "a noted payment": async (office, { before }) => {
    const quote = await office.booked({}, before);
    const found = { pfPaymentId: newId(), amountCents: quote.grandTotalCents ?? 0, feeCents: null };
    await office.store.tx((tx) => notePayment(tx, quote.id, found, site, before));
    return ofQuote(quote);
  },
  "a refused payment": async (office, { before }) => {
    const quote = await office.booked({}, before);
    await office.tell(quote, { cents: 1 }, before);
    return ofQuote(quote);
  },
  "a cancelled booking": async (office, { before, way }) => {
    const { quote } = way ? await paidAtCounter(office, way, before) : await office.paid({}, before);
    await office.store.tx((tx) => cancelBooking(tx, quote.id, "flooded", before));
    return ofQuote(quote);
  },
  "a noted refund": async (office, { before }) => {
    const { quote } = await office.paid({}, before);
    const refund = { reference: newId(), amountCents: 1_00, goodwill: true };
    await office.store.tx((tx) => noteRefund(tx, quote.id, refund, before));
    return ofQuote(quote);
  },
  "a paid booking": async (office, { before }) => ofQuote((await office.paid({}, before)).quote),
  "a chargeback": async (office, { before }) => {
    const { quote } = await office.paid({}, before);
    await office.store.tx((tx) => noteChargeback(tx, quote.id, { amountCents: 1_00, by: "Zanele" }, before));
    return ofQuote(quote);
  },
  "a parcel on account": async (office, { before }) => ofQuote((await onAccount(office, before)).quote),
  "a statement": async (office, { before }) => {
    const { quote, email } = await onAccount(office, before);
    return { ...ofQuote(quote), word: email };
  },
  "a lost parcel": async (office, times) => ({ word: await aLostParcel(office, times) }),
  "a paid claim": async (office, times) => {
    const word = await aLostParcel(office, times);
    const paid = { amountCents: 1_00, reference: newId(), by: "Zanele", mode: "sandbox" } as const;
    await office.store.tx((tx) => payClaim(tx, word, paid, times.before));
    return { word };
  },
  "a booking without an invoice": async (office, { before }) => {
    const { quote } = await office.paid({}, before);
    await office.store.tx((tx) => tx.delete(invoices).where(eq(invoices.quoteId, quote.id)));
    return ofQuote(quote);
  },
  "a parcel for which more is owed": async (office, times) => {
    const { quote, waybillNo } = await office.paid({}, times.before);
    const how = { pricing: pricesAt(office, times.before), mode: "sandbox" } as const;
    const why = { because: "It is larger.", agreed: "Nomsa, by phone, 14:20" };
    await office.store.tx(async (tx) => {
      const paid = (await quoteById(tx, quote.id)) ?? expect.fail("no quote");
      const asked = await askCharge(tx, paid, { found: { pieces: 2 } }, why, how, times.before);
      if (!asked.ok) expect.fail(asked.why);
    });
    return { word: waybillNo };
  },
  "a parcel with a PIN": async (office, times) => {
    const word = await aPaidParcel(office, times);
    await aParcel(word).collected().in(office.world, times.before);
    await office.store.tx((tx) => makePin(tx, word, times.before, () => "1234"));
    return { word };
  },
  "a marked parcel": async (office, times) => {
    const word = await aPaidParcel(office, times);
    await aParcel(word).collected().in(office.world, times.before);
    return { word };
  },
  "a stop of a driver": async (office, times) => {
    const word = await aPaidParcel(office, times);
    await office.store.tx(async (tx) => {
      const { driver } = await addDriver(tx, sipho, times.before);
      await assignStop(tx, { waybillNo: word, driver, day: saDay(times.now) }, times.before);
    });
    return { word };
  },
  "a mark that was reported": async (office, times) => {
    const word = await aPaidParcel(office, times);
    await aReportedMark(office, word, times.before);
    return { word };
  },
  "a customer without parcels": async (office, { before }) => {
    await office.booked({ addresses: { fromEmail: "leaves@example.com" } }, before);
    return { word: "leaves@example.com" };
  },
  "an account that pays by month": async (office, { before }) => {
    const word = `${newId().toLowerCase()}@example.com`;
    const { account } = await office.joined(word, before);
    await office.store.tx(async (tx) => {
      await proveAddress(tx, account.uid, word, before);
      await allowCredit(tx, account.uid, { limitCents: 5_000_00, days: 30 }, "Zanele", before);
    });
    return { word };
  },
  "a shop's key": async (office, { before }) => ({ word: await anApiKey(office, before) }),
  "a webhook that was given up": async (office, { before }) => ({ word: await aWebhook(office, before) }),
};

const site = { mode: "sandbox", appUrl: "https://courier.example" } as const;
const sipho = { name: "Sipho Nkosi", phone: "+27831234567" };
const ofQuote = ({ quoteNo, grandTotalCents }: Quote): Made => ({ word: quoteNo, cents: grandTotalCents ?? 0 });

/** An account that pays by month, with a parcel that is collected. */
async function onAccount(office: Office, at: Date) {
  const email = `${newId()}@example.com`;
  const { account } = await office.joined(email, at);
  await office.store.tx((tx) => proveAddress(tx, account.uid, email, at));
  const { quote } = await aParcel().booked(byAccount(account.uid)).unpaid().in(office.world, at);
  const price = { uid: account.uid, priceCents: quote.grandTotalCents ?? 0, mode: "sandbox" } as const;
  const { waybillNo } = await office.store.tx((tx) => putOnAccount(tx, quote, price, at));
  await aParcel(waybillNo).collected().in(office.world, at);
  return { quote, email };
}

async function paidAtCounter(office: Office, way: CounterWay, at: Date) {
  const quote = await office.booked({}, at);
  const found = { pfPaymentId: numberOf(way, newId()), amountCents: quote.grandTotalCents ?? 0, feeCents: null };
  await office.store.tx((tx) => notePayment(tx, quote.id, found, site, at));
  return { quote };
}

async function aLostParcel(office: Office, times: Times): Promise<string> {
  const word = await aPaidParcel(office, times);
  await aParcel(word).collected().in(office.world, times.before);
  const lost = { kind: "ended", because: "lost", place: null, happenedAt: times.before } as const;
  await office.store.tx((tx) => markParcel(tx, word, lost, times.before));
  return word;
}

async function aPaidParcel(office: Office, { before, now }: Times): Promise<string> {
  return (await office.paid({ parcel: { collectionDay: saDay(now) } }, before)).waybillNo;
}

/** What a number of an example is of, if its command needs nothing else. A customer is who they are. */
const usual: [shape: RegExp, made: string | undefined][] = [
  [/^TH\d{10}$/, "a parcel"],
  [/^Q\d{8}$/, "an unpaid booking"],
  [/^C\d{8}$/, "a case"],
  [/^D\d{8}$/, "an application"],
  [/^[\w-]{22}$/, "an email"],
  [/@/, undefined],
];

/** A command as it is written somewhere, with numbers that exist, each in the state that the command needs. */
export async function withNumbers(words: string[], office: Office, times: Times): Promise<string[]> {
  const { command } = readCall(words);
  let cents = 0;
  const meant: string[] = [];
  for (const word of words) {
    const of = usual.find(([shape]) => shape.test(word));
    // What is moved, is moved to a booking that waits for it.
    const isOther = command?.name === "move payment" && meant.length === 3;
    const isOff = command?.name === "note refund" && words.includes("--account");
    const needs = isOff ? "a parcel on account" : command?.needs;
    const needed = of && (isOther ? of[1] : (needs ?? of[1]));
    const way = (["cash", "bank"] as const).find((each) => words.includes(`--${each}`));
    const made = needed ? await making[needed]?.(office, { ...times, way }) : { word };
    if (!made) throw new Error(`nothing here makes ${needed}`);
    cents += made.cents ?? 0;
    // The month in which its parcel was collected.
    const isMonth = command?.name === "note statement" && word === "2026-11";
    meant.push(isMonth ? saMonth(times.before) : made.word);
  }
  const isPrice = cents > 0 && !words.some((word) => ["--as-part", "--to-refund"].includes(word));
  return meant.map((word) => (isPrice && /^\d+,\d\d$/.test(word) ? amountFromCents(cents) : word));
}

/** The words of a line, without the quotes around some. */
export const wordsOf = (line: string) => [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);

/** The files that examples name; of the payments one isn't known here. And an account, for the list of bookings. */
export async function exampleFiles(office: Office, times: Times) {
  const unheard = await office.booked({}, times.before);
  const payment = { orderId: unheard.id, grossCents: unheard.grandTotalCents ?? 0, pfPaymentId: newId() };
  const parcels = [await aPaidParcel(office, times), await aPaidParcel(office, times)];
  return {
    "bookings.csv": aList(aLine("Zodwa Khumalo")).replace("\uFEFF", ""),
    "payments.csv": transactionCsv([{ at: times.before, ...payment }]),
    "parcels.txt": parcels.join("\n"),
    "prices.csv": await dearerPrices(office),
  };
}

/** The prices of the day that examples name, with one that is a rand more. */
async function dearerPrices({ store }: Office): Promise<string> {
  const rows = pricesOn("2027-01-01", await readAllPrices(store.read)).map(priceRow);
  const dearer = rows.map((row) => (row.key === "GP-WC" ? { ...row, rand: Number(row.rand) + 1 } : row));
  return csv([...priceColumns], dearer, "program").replace("\uFEFF", "");
}

/** Whom examples name: a customer with an account, and a driver. And an office that takes cash and transfers. */
export async function examplePeople({ store, joined }: Office, { before }: Times): Promise<void> {
  await storeSiteFacts(store, { appUrl: site.appUrl, paymentMode: site.mode, officeTakes: ["cash", "bank"] }, before);
  const { account } = await joined("nomsa@example.com", before);
  await store.tx((tx) => proveAddress(tx, account.uid, "nomsa@example.com", before));
  await store.tx((tx) => addDriver(tx, sipho, before));
}

async function aReportedMark(office: Office, waybillNo: string, at: Date): Promise<void> {
  await office.store.tx(async (tx) => {
    const { driver } = await addDriver(tx, sipho, at);
    await assignStop(tx, { waybillNo, driver, day: saDay(new Date()) }, at);
    const [stop] = await stopsAt(tx, driver.id, waybillNo, saDay(new Date()));
    const form = aStopForm("collected", { key: waybillNo });
    if (stop) await reportMark(tx, { ...stop, driver }, form, { why: "", hasPhoto: false }, at);
    await tx.delete(staffActions).where(eq(staffActions.who, "Sipho Nkosi, driver"));
  });
}

async function anEmail(office: Office): Promise<string> {
  const key = newId();
  await office.wrote(key);
  await office.postman(new Date());
  const { id, emailKey } = outgoingMails;
  const [written] = await office.store.read.select({ id }).from(outgoingMails).where(eq(emailKey, key));
  return written?.id ?? "";
}

async function aCase(office: Office, waybillNo: string, at: Date): Promise<string> {
  const report = { kind: "damaged" as const, words: "", contact: "thandi@example.co.za" };
  return (await openedCase(office, waybillNo, report, { appUrl: "https://courier.example", now: at })).caseNo;
}

let people = 0;
async function anApiKey(office: Office, at: Date): Promise<string> {
  const { account } = await office.joined(`${newId()}@example.com`, at);
  const key = { id: newId(), uid: account.uid, name: "My shop", mode: "live", termsVersion: "" };
  await office.store.tx((tx) => makeKey(tx, key, at));
  return key.id;
}

async function aWebhook(office: Office, at: Date): Promise<string> {
  const { account } = await office.joined(`${newId()}@example.com`, at);
  const address = { uid: account.uid, url: "https://shop.example/", events: null };
  const made = await office.store.tx((tx) => registerEndpoint(tx, address, at));
  if (made.kind !== "made") expect.fail(made.kind);
  await office.store.tx((tx) => switchOff(tx, made.endpoint, "gone", at));
  return made.endpoint.id;
}

async function anApplication(office: Office, at: Date): Promise<string> {
  people += 1;
  const receipt = await office.applied(people, {}, at);
  return spokenApplicationNumber(receipt.kind === "received" ? receipt.reference : "").replaceAll(" ", "");
}
