import { eq } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { notePayment } from "#app/domain/bookings/payments/note-payment.server";
import { takeNotice } from "#app/domain/bookings/payments/take-notice.server";
import { undoNotedPayment } from "#app/domain/bookings/payments/undo-payment.server";
import type { NoticeStatus } from "#app/domain/money/payment-state";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { isPostgres } from "#db/dialect";
import { users } from "#db/schema/accounts";
import { outgoingMails } from "#db/schema/mail";
import { payments } from "#db/schema/payments";
import { byAccount } from "../../demo/bookings";
import { aVerifiedCustomer } from "../support/a-customer";
import { inTheFile } from "../support/a-guest";
import { storeOfSite } from "../support/a-store";
import { anOfficeBrowser, SESSION_SECRET } from "../support/an-office-browser";
import { siteForAllTests } from "../support/open-site";
import { noticeBody, sandboxAccount } from "../support/payfast-stand-in";
import type { Visitor } from "../support/visitor";

/** `PAYMENT_SEQUENCES=500 npm test -- tests/routes/payments-told.test.ts` tries more. */
const SEQUENCES = Number(process.env.PAYMENT_SEQUENCES ?? (isPostgres ? 5 : 15));
const AT_BANK = "We are waiting for your bank";
const PAY_AGAIN = "Pay again all the same";

const site = siteForAllTests({ SESSION_SECRET });
const store = storeOfSite(site);
let customer: Visitor;
let office: Visitor;
let uid: string;
beforeAll(async () => {
  customer = await aVerifiedCustomer(site, "thandi@example.co.za");
  [{ uid } = expect.fail("no account")] = await store.read.select({ uid: users.uid }).from(users);
  office = await anOfficeBrowser(site, "manager", store);
});

type Step =
  | { does: "notice"; pf: string; status: NoticeStatus }
  | { does: "come back" | "note a part" | "note the price" | "undo" };

const gateway = { ...sandboxAccount, mode: "simulator" as const };

/** A new booking of the customer. */
async function aBooking() {
  const world = { store, appUrl: site.url, gateway };
  const { id, quoteNo, grandTotalCents } = await byAccount(uid)(world, {}, new Date());
  return { id, quoteNo, cents: grandTotalCents ?? 0 };
}
type Booking = Awaited<ReturnType<typeof aBooking>>;

async function live({ id, cents }: Booking, step: Step): Promise<void> {
  const at = { mode: "simulator", appUrl: site.url } as const;
  const now = new Date();
  const found = { pfPaymentId: `${id}-noted`, feeCents: null };
  if (step.does === "notice") {
    const body = noticeBody({ quoteId: id, cents, pfPaymentId: `${id}-${step.pf}`, status: step.status });
    const senderChecks = { isSender: () => true, confirm: async () => "valid" as const };
    await takeNotice(store, gateway, senderChecks, { body, clientAddress: "127.0.0.1" }, site.url, now);
  }
  if (step.does === "come back") {
    const attempts = await store.read.select().from(payments).where(eq(payments.quoteId, id));
    const answered = attempts.filter(({ pfPaymentId }) => pfPaymentId !== null).length;
    await customer.open(`/payfast/return?quoteId=${id}&answered=${answered}`);
  }
  if (step.does === "note a part")
    await store.tx((tx) => notePayment(tx, id, { ...found, amountCents: 20_00, as: "part" }, at, now));
  if (step.does === "note the price")
    await store.tx((tx) => notePayment(tx, id, { ...found, amountCents: cents }, at, now));
  if (step.does === "undo") await store.tx((tx) => undoNotedPayment(tx, id, site.url, now));
}

/** What every place says of a booking. */
async function told({ id, quoteNo }: Booking) {
  const read = async (visitor: Visitor, path: string) => {
    const { text, document } = await visitor.open(path);
    const links = document.querySelectorAll("main a").filter((link) => link.getAttribute("href")?.includes(id));
    const buttons = document.querySelectorAll("main button").map((button) => button.text);
    return { text, asks: [...links.map((link) => link.text), ...buttons].filter((label) => /\bpay\b/i.test(label)) };
  };
  const back = await read(customer, `/payfast/return?quoteId=${id}`);
  const start = await read(customer, `/payfast/start/${id}`);
  const again = await read(customer, `/payfast/start/${id}?again=1`);
  await customer.open("/dashboard");
  const rows = customer.page?.document.querySelectorAll("li[data-state]") ?? [];
  const row = rows.find((each) => each.innerHTML.includes(id)) ?? expect.fail("no row");
  const { document } = await office.open(`/office/${quoteNo}`);
  // What was true when a message was sent.
  for (const words of document.querySelectorAll(".message .words")) words.remove();
  return { back, start, again, row: row.text.replace(/\s+/g, " "), office: document.text };
}

async function lettersOf({ id }: Booking): Promise<string[]> {
  const letters = await store.read.select().from(outgoingMails).where(eq(outgoingMails.quoteId, id));
  return letters.map(({ textBody }) => textBody);
}

/** That every place tells the same of a booking, and none asks for what a bank may still pay. */
async function agree(booking: Booking, lettersBefore: number): Promise<"paid" | "at_bank" | "failed" | "unpaid"> {
  const attempts = await store.read.select().from(payments).where(eq(payments.quoteId, booking.id));
  const quote = (await quoteById(store.read, booking.id)) ?? expect.fail("no quote");
  const { back, start, again, row, office } = await told(booking);
  const all = [back.text, start.text, again.text, row, office].join("\n");
  if (attempts.some(({ state }) => state === "complete")) {
    expect(all).not.toMatch(/wait for (your|the customer's) bank|not paid yet|failed or was cancelled/i);
    expect([...back.asks, ...start.asks]).toEqual([]);
    return "paid";
  }
  if (attempts.some(({ state }) => state === "pending")) {
    expect(quote.status).toBe("pending_payment");
    expect(back.text).toMatch(/^Your payment ?We are waiting for your bank ?Status: pending payment…/);
    expect(start.text).toMatch(/^We are waiting for your bank/);
    expect(again.text).toContain(AT_BANK);
    expect(row).toContain(AT_BANK);
    expect(office).toContain("We wait for the customer's bank");
    const [listed] = inTheFile(site, `SELECT status FROM staff_open_quotes WHERE quote_no = '${booking.quoteNo}'`);
    expect(listed).toEqual({ status: "Waits for the customer's bank" });
    expect(all).not.toMatch(
      /no money was taken|not been charged|not paid yet|failed or was cancelled|try the payment/i,
    );
    expect([back.asks, start.asks, /\bPay\b/.test(row)]).toEqual([[PAY_AGAIN], [PAY_AGAIN], false]);
    for (const letter of (await lettersOf(booking)).slice(lettersBefore)) expect(letter).not.toContain("/payfast/");
    return "at_bank";
  }
  expect(all).not.toMatch(/wait for (your|the customer's) bank/i);
  const isPart = attempts.some(({ state }) => state === "part");
  const hasFailed = quote.status !== "pending_payment";
  expect(/The payment (failed|was cancelled)/.test(start.text)).toBe(hasFailed);
  expect(row.includes("Payment failed or was cancelled")).toBe(hasFailed);
  expect(back.text.includes("Payment failed or was cancelled")).toBe(hasFailed && !isPart);
  return hasFailed ? "failed" : "unpaid";
}

const notice = (pf: string, status: NoticeStatus): Step => ({ does: "notice", pf, status });

describe("while a bank may still pay, every place says so, and none asks to pay", () => {
  test.each<[string, Step[]]>([
    ["it alone is known", [notice("1", "PENDING")]],
    ["the first attempt failed", [notice("1", "FAILED"), notice("2", "PENDING")]],
    ["the first was cancelled", [notice("1", "CANCELLED"), notice("2", "PENDING"), { does: "come back" }]],
    ["they came back before it", [notice("1", "CANCELLED"), { does: "come back" }, notice("2", "PENDING")]],
    ["a second attempt was cancelled", [notice("1", "PENDING"), notice("2", "CANCELLED")]],
    ["a second attempt failed", [notice("1", "PENDING"), notice("2", "FAILED"), { does: "come back" }]],
    ["a part has come", [notice("1", "PENDING"), { does: "note a part" }]],
    ["staff noted a payment by mistake", [notice("1", "PENDING"), { does: "note the price" }, { does: "undo" }]],
  ])("%s", async (_, steps) => {
    const booking = await aBooking();
    for (const [n, step] of steps.entries()) {
      const before = (await lettersOf(booking)).length;
      await live(booking, step);
      if (n === steps.length - 1) expect(await agree(booking, before)).toBe("at_bank");
    }
    // What the bank then says is what is true.
    const pf = steps.flatMap((step) => (step.does === "notice" && step.status === "PENDING" ? [step.pf] : []))[0] ?? "";
    await live(booking, notice(pf, "FAILED"));
    expect(await agree(booking, 0)).toBe("failed");
  });
});

test("whatever attempts and notices come, in any order, all places agree", async () => {
  const number = fc.constantFrom("1", "2", "3");
  const status = fc.constantFrom<NoticeStatus[]>("PENDING", "PENDING", "CANCELLED", "FAILED", "COMPLETE");
  const other = fc.constantFrom<Exclude<Step["does"], "notice">[]>(
    "come back",
    "note a part",
    "note the price",
    "undo",
  );
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 3, arbitrary: fc.tuple(number, status).map(([pf, said]) => notice(pf, said)) },
    { weight: 1, arbitrary: other.map((does) => ({ does })) },
  );
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
      const booking = await aBooking();
      for (const each of steps) {
        const before = (await lettersOf(booking)).length;
        await live(booking, each);
        seen.add(await agree(booking, before));
      }
    }),
    { numRuns: SEQUENCES },
  );
  expect(seen).toContain("at_bank");
});
