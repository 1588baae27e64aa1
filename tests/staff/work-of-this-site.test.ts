import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { noteReturn } from "#app/domain/bookings/payments/return-from-payment.server";
import { companyFigures } from "#app/domain/figures/figures.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { saDay } from "#app/domain/values/sa-time";
import { HOURS, MINUTES } from "#app/durations";
import { storeSiteFacts } from "#db/site-facts.server";
import { aDesk, deskForEachTest } from "../support/a-desk";
import { merchantApiStub } from "../support/a-merchant-api";
import { liveSettings } from "../support/a-secure-site";
import { type Line, transactionCsv } from "../support/a-transaction-list";
import { ago, officeForEachTest } from "../support/an-office";
import { startSite } from "../support/running-site";

const office = officeForEachTest();
const desk = deskForEachTest(office);

const ask = (...args: string[]) => desk.ask(...args);

async function work(): Promise<Record<string, unknown>> {
  const answer = await ask("today");
  if (answer.kind !== "list") throw new Error("today has no list");
  return Object.fromEntries(answer.rows.map(({ work, how_many }) => [work, how_many]));
}

const siteIsIn = (paymentMode: string) => storeSiteFacts(office.store, { appUrl: "http://x", paymentMode }, new Date());
const what = () => office.staff<{ what_to_do: string }>("SELECT what_to_do FROM staff_payments_refused");
const figure = async (name: string) =>
  (await companyFigures(office.store.read, new Date())).find((each) => each.name === name)?.values[0]?.value;

const books = () =>
  ["payments", "refunds", "invoices"].map((table) => office.staff(`SELECT count(*) AS many FROM ${table}`));

describe("a refused notice", () => {
  test("leaves today once its payment is settled", async () => {
    const booked = await office.booked();
    await office.tell(booked, { pfPaymentId: "1089999", cents: 70_00 });
    expect(await work()).toMatchObject({ "Payment notice refused": 1 });
    expect(await figure("thuma_payment_notices_refused_last_day")).toBe(1);
    await ask("note", "payment", booked.quoteNo, "--payfast", "1089999", "--amount", "70,00", "--to-refund");
    expect(await work()).toMatchObject({ "Payment notice refused": 0 });
    expect(what()).toEqual([{ what_to_do: expect.stringMatching(/^Nothing: .*settled/) }]);
    expect(await figure("thuma_payment_notices_refused_last_day"), "and its alarm ends").toBe(0);
  });

  test("without money is closed with a reason, and stays closed when PayFast repeats it; another one is work again", async () => {
    const booked = await office.booked();
    const refused = { pfPaymentId: "1089999", cents: 70_00 };
    await office.tell(booked, refused);
    const close = ["close", "payment", booked.quoteNo];
    await expect(ask(...close)).rejects.toThrow(/--because/);
    expect(await ask(...close, "--because", "PayFast has no such payment")).toMatchObject({ kind: "done" });
    await office.tell(booked, refused);
    expect(await work()).toMatchObject({ "Payment notice refused": 0 });
    expect(await figure("thuma_payment_notices_refused_last_day")).toBe(1);
    expect(office.staff("SELECT who, action, subject, details FROM staff_history")).toEqual([
      { who: "Zanele", action: "closed payment", subject: booked.quoteNo, details: "PayFast has no such payment" },
    ]);
    await office.tell(booked, { pfPaymentId: "1089998", cents: 70_00 });
    expect(await work()).toMatchObject({ "Payment notice refused": 1 });
    expect(await ask("close", "payment", "1089998", "--because", "A test")).toMatchObject({ kind: "done" });
    expect(await work()).toMatchObject({ "Payment notice refused": 0 });
    expect(await ask("close", "payment", "1234567", "--because", "A test")).toMatchObject({ kind: "refused" });
    expect(what()).toHaveLength(2);
  });

  test("that nobody signed is closed with its booking, until more of them come, or the booking is paid", async () => {
    const booked = await office.booked({}, ago(2 * HOURS));
    // As many as staff are told of on one day, since midnight may lie between.
    const forged = async (at: Date) => {
      for (let count = 0; count < 5; count += 1) await office.tell(booked, { passphrase: "guessed" }, at);
    };
    await forged(ago(1 * HOURS));
    expect(await work()).toMatchObject({ "Payment notice refused": 1 });
    await ask("close", "payment", booked.quoteNo, "--because", "Somebody forges them");
    expect(await work()).toMatchObject({ "Payment notice refused": 0 });
    await forged(ago(-1 * MINUTES));
    expect(await work()).toMatchObject({ "Payment notice refused": 1 });
    await office.tell(booked, {}, ago(-2 * MINUTES));
    expect(await work()).toMatchObject({ "Payment notice refused": 0 });
  });
});

describe("what remains of another payment mode", () => {
  test("is in no line of today, not in print today, not in the list of refunds, and raises no alarm", async () => {
    const due = await office.paid({ parcel: { collectionDay: saDay(new Date()) } }, ago(1 * HOURS));
    await office.tell(due.quote, { pfPaymentId: "again" });
    await office.tell(await office.booked(), { cents: 1 });
    const unheard = await office.booked({}, ago(1 * HOURS));
    await noteReturn(office.store, unheard.id, 0, "sandbox", ago(1 * HOURS));
    const lines = {
      "Collect today": 1,
      "Money to pay back": 1,
      "Payment notice refused": 1,
      "No word from PayFast": 1,
    };
    const figures = ["to_refund", "unanswered", "notices_refused_last_day"].map((name) => `thuma_payments_${name}`);
    figures[2] = "thuma_payment_notices_refused_last_day";
    await siteIsIn("sandbox");
    expect(await work()).toMatchObject(lines);
    expect(await Promise.all(figures.map(figure))).toEqual([1, 1, 1]);
    await siteIsIn("live");
    expect(await work()).toMatchObject(Object.fromEntries(Object.keys(lines).map((name) => [name, 0])));
    expect(await Promise.all(figures.map(figure))).toEqual([0, 0, 0]);
    expect(await ask("list", "refunds")).toMatchObject({ rows: [] });
    expect(await ask("print", "today")).toMatchObject({ kind: "refused" });
    expect(office.staff("SELECT mode FROM staff_bookings")).toEqual([{ mode: "sandbox" }]);
  });

  test("isn't moved by any command: nothing is noted, undone, paid back or invoiced, and each says why", async () => {
    const { quote } = await office.paid();
    const [noted, back] = [await office.booked(), await office.booked()];
    await ask("note", "payment", noted.quoteNo, "--payfast", "1089999", "--amount", "80,62");
    await ask("note", "payment", back.quoteNo, "--payfast", "1089998", "--amount", "12,00", "--to-refund");
    await ask("note", "refund", back.quoteNo, "2,00", "--reference", "2211331");
    const payfast = await merchantApiStub();
    const site = { appUrl: "https://courier.example", mode: "live" } as const;
    const live = aDesk(office, { site, merchantApi: payfast.api });
    onTestFinished(() => live.leave());
    const booksBefore = books();
    for (const [no, ...command] of [
      [quote.quoteNo, "note", "payment", quote.quoteNo, "--payfast", "1089997", "--amount", "80,62", "--again"],
      [back.quoteNo, "note", "refund", back.quoteNo, "10,00", "--reference", "2211332"],
      [noted.quoteNo, "undo", "payment", noted.quoteNo],
      [back.quoteNo, "undo", "refund", back.quoteNo],
      [back.quoteNo, "pay", "refund", back.quoteNo],
      [quote.quoteNo, "issue", "invoice", quote.quoteNo],
    ]) {
      const why = [`${no} was paid in sandbox mode, and this site is in live mode. Nothing was changed.`];
      expect(await live.ask(...command), command.join(" ")).toEqual({ kind: "refused", why });
    }
    expect([books(), payfast.asked]).toEqual([booksBefore, []]);
  });

  test("stops a start that would mix it with real bookings, in one line that says what to do", async () => {
    await office.booked();
    await siteIsIn("sandbox");
    const env = {
      ...liveSettings,
      DATA_DIR: path.dirname(office.file),
      APP_URL: "https://courier.co.za",
      PAYFAST_MERCHANT_ID: "10000100",
      PAYFAST_MERCHANT_KEY: "46f0cd694581a",
      PAYFAST_PASSPHRASE: "jt7NOE43FZPn",
      SESSION_SECRET: "a secret of the tests",
    };
    await expect(startSite(env)).rejects.toThrow(
      /ended with code 1:\nPAYFAST_MODE is live, and this database has bookings of tests \(1\).*DATA_DIR.*\n$/,
    );
  });
});

test("a refund that PayFast lists with the payment's number alone is recognised, noted or not", async () => {
  const [one, other] = [await office.booked(), await office.booked()];
  for (const [at, booked] of [one, other].entries()) {
    await office.tell(booked, { pfPaymentId: `108999${at}` });
    await ask("cancel", "booking", booked.quoteNo, "--because", "No driver.");
  }
  await ask("note", "refund", one.quoteNo, "80,62", "--reference", "2211334");
  const answer = await reconcile([
    ...[one, other].flatMap((booked, at) => [
      line(booked, `108999${at}`),
      { at: new Date(), type: "Funds Received (Refund)", grossCents: -80_62, pfPaymentId: `108999${at}` },
    ]),
  ]);
  expect(answer).toMatchObject({
    fields: { matched: 2, refunds: 1, refund_missing_here: 1, refund_missing_there: 0 },
    output: expect.arrayContaining([expect.stringContaining(`refund not noted here: 1089991 (${other.quoteNo}`)]),
  });
});

function line({ id, grandTotalCents }: Quote, pfPaymentId: string): Line {
  return {
    at: new Date(),
    grossCents: grandTotalCents ?? 0,
    feeCents: -Math.round((grandTotalCents ?? 0) * 0.035),
    orderId: id,
    pfPaymentId,
  };
}

async function reconcile(lines: Line[]) {
  writeFileSync(path.join(desk.desk.folder, "payments.csv"), transactionCsv(lines));
  return ask("reconcile", "payments.csv");
}
