import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { brand } from "#app/brand";
import { reconcileLastDays, startReconciling } from "#app/domain/bookings/payments/nightly-reconciling.server";
import { fetchTransactions } from "#app/domain/money/merchant-api.server";
import { DAYS, HOURS, MINUTES } from "#app/durations";
import { isPostgres } from "#db/dialect";
import { merchantApiStub } from "../../../support/a-merchant-api";
import { transactionCsv } from "../../../support/a-transaction-list";
import { officeForEachTest } from "../../../support/an-office";

/** Five in the morning in South Africa. */
const night = new Date("2026-11-22T03:00:00Z");
const yesterday = new Date(night.getTime() - 15 * HOURS);

const office = officeForEachTest();
let payfast: Awaited<ReturnType<typeof merchantApiStub>>;
beforeEach(async () => {
  payfast = await merchantApiStub();
});

test("staff get differences by email, once for the same ones; agreement sends none", async () => {
  const booked = await office.booked({}, yesterday);
  const cents = booked.grandTotalCents ?? 0;
  await office.tell(booked, { pfPaymentId: "1" }, yesterday);
  const known = {
    at: yesterday,
    grossCents: cents,
    feeCents: -Math.round(cents * 0.035),
    orderId: booked.id,
    pfPaymentId: "1",
  };
  payfast.list = transactionCsv([known]);
  expect(await compare()).toEqual({ ok: true, differences: 0 });
  expect(emails()).toEqual([]);

  payfast.list = transactionCsv([known, { ...known, pfPaymentId: "2" }]);
  expect(await compare()).toEqual({ ok: true, differences: 1 });
  expect(await compare(new Date(night.getTime() + 1 * DAYS))).toEqual({ ok: true, differences: 1 });
  expect(emails()).toEqual([
    expect.stringMatching(new RegExp(`payments@.*differ: 1[^]*missing here: 2 \\(${booked.quoteNo}`)),
  ]);
});

test("it requests the seven days before today, signed, page by page", async () => {
  const line = { at: yesterday, grossCents: 100, pfPaymentId: "1" };
  payfast.list = JSON.stringify({ response: transactionCsv(Array(1000).fill(line)) });
  const fetched = fetchTransactions(payfast.api, "2026-11-15", "2026-11-21", night);
  await expect.poll(() => payfast.asked.length).toBeGreaterThan(1);
  payfast.list = transactionCsv([line]);
  const list = await fetched;
  expect(list.ok && list.transactions.length % 1000).toBe(1);
  expect(payfast.asked.slice(0, 2)).toEqual([
    {
      call: "GET /transactions/history",
      query: { from: "2026-11-15", to: "2026-11-21", offset: "0", limit: "1000" },
      json: null,
    },
    {
      call: "GET /transactions/history",
      query: { from: "2026-11-15", to: "2026-11-21", offset: "1000", limit: "1000" },
      json: null,
    },
  ]);
  payfast.asked.length = 0;
  await compare();
  expect(payfast.asked[0]?.query).toMatchObject({ from: "2026-11-15", to: "2026-11-21" });
});

test.each([
  ["PayFast is down", { status: 500 }],
  ["it answers with a page", { list: "<html>Maintenance</html>" }],
  ["the passphrase no longer fits", { passphrase: "changed" }],
])(
  "%s: staff are told, once a day",
  async (_, { status = 200, list = "", passphrase }: { status?: number; list?: string; passphrase?: string }) => {
    Object.assign(payfast, { status, list });
    if (passphrase) payfast.api.passphrase = passphrase;
    for (let n = 0; n < 3; n += 1) expect(await compare()).toMatchObject({ ok: false });
    expect(emails()).toEqual([expect.stringContaining("can't be fetched")]);
  },
);

test.each([
  [100, []],
  [101, ["… and 1 more."]],
])("of %i differences an email has the first hundred, and says how many more there are", async (count, more) => {
  const line = { at: yesterday, grossCents: 1_00 };
  payfast.list = transactionCsv(Array.from({ length: count }, (_, n) => ({ ...line, pfPaymentId: String(n + 1) })));
  expect(await compare()).toEqual({ ok: true, differences: count });
  const [email = ""] = emails();
  expect(email.match(/^missing here: \d+ \(/gm)).toHaveLength(100);
  expect(email.match(/^….*$/gm) ?? []).toEqual(more);
  expect(email).toContain(`Differences: ${count}`);
  expect(email.trimEnd().split("\n\n").slice(-2)).toEqual([
    "What is missing here: npm run staff -- note payment, or reconcile with PayFast's file and --settle.",
    brand.name,
  ]);
});

// PostgreSQL's driver uses timers too, which would stand still with ours.
describe.runIf(!isPostgres)("every night", () => {
  const failed = vi.fn();
  const start = () => startReconciling(office.store, payfast.api, "sandbox", () => new Date(), { failed });
  beforeEach(() => {
    failed.mockClear();
    vi.useFakeTimers({ now: new Date(night.getTime() - 1 * HOURS), toFake: ["setTimeout", "clearTimeout", "Date"] });
    onTestFinished(() => void vi.useRealTimers());
  });

  test("at five in South Africa PayFast is asked, and not after the process stops", async () => {
    payfast.list = transactionCsv([]);
    const nightly = start();
    await vi.advanceTimersByTimeAsync(59 * MINUTES);
    await nightly.stop();
    expect(payfast.asked).toEqual([]);
    const again = start();
    await vi.advanceTimersByTimeAsync(1 * MINUTES);
    await again.stop();
    expect(payfast.asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2 * DAYS);
    expect(payfast.asked).toHaveLength(1);
    expect(failed).not.toHaveBeenCalled();
  });

  test("a list that can't be fetched is reported, and so is what goes wrong here", async () => {
    payfast.status = 500;
    const nightly = start();
    await vi.advanceTimersByTimeAsync(60 * MINUTES);
    await nightly.stop();
    expect(failed.mock.calls).toEqual([["PayFast answered 500."]]);
    const broken = { ...office.store, tx: () => Promise.reject(new Error("the disk is full")) };
    const tomorrow = startReconciling(broken, payfast.api, "sandbox", () => new Date(), { failed });
    await vi.advanceTimersByTimeAsync(1 * DAYS);
    await tomorrow.stop();
    expect(failed.mock.calls.slice(1)).toEqual([[new Error("the disk is full")]]);
  });
});

function compare(now = night) {
  return reconcileLastDays(office.store, payfast.api, "sandbox", now);
}

function emails(): string[] {
  return office
    .staff<{ words: string }>(
      "SELECT to_address || ' ' || subject || text_body AS words FROM outgoing_mails WHERE letter_key LIKE 'payments-%'",
    )
    .map(({ words }) => words);
}
