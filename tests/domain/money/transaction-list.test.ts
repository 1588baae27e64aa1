import { describe, expect, test } from "vitest";
import { openTransactionList, readTransactionList } from "#app/domain/money/transaction-list";

const now = new Date("2026-11-22T08:00:00Z");
const read = (content: string) => readTransactionList(content, now);

const payment = {
  kind: "payment",
  type: "FUNDS_RECEIVED",
  at: new Date("2020-03-02T12:31:30Z"),
  orderId: "pay_now_11611660",
  pfPaymentId: "995893",
  grossCents: 2_800_00,
  feeCents: 7_73,
};

/** As in PayFast's documentation, including the blank fields at the end. */
const documented = `"Date","Type","Sign","Party","Name","Description","Currency","Funding Type","Gross","Fee","Net","Balance","M Payment ID","PF Payment ID","custom str1","custom int1"
"2020-03-02 14:31:30",FUNDS_RECEIVED,CREDIT,"Test User 01","item, ""name""
of two lines",,ZAR,CC,"2,800.00",-7.73,113.27,"22,780.50",pay_now_11611660,995893,, 
`;

test.each([
  ["the CSV of its documentation", documented],
  ["with the mark that spreadsheets begin with", `\uFEFF${documented}`],
  ["between blank lines", `\n\n${documented}\n`],
  ["inside the API's JSON", JSON.stringify({ code: 200, data: { response: documented } })],
  [
    "columns in another order, and fewer of them",
    "PF Payment ID,Gross,Date,M Payment ID,Type,Fee\n995893,2800.00,2020-03-02 14:31:30,pay_now_11611660,FUNDS_RECEIVED,-7.73",
  ],
  [
    "semicolons and decimal commas",
    "Date;Type;Gross;Fee;M Payment ID;PF Payment ID\n2020/03/02 14:31:30;FUNDS_RECEIVED;R 2 800,00;-7,73;pay_now_11611660;995893",
  ],
  [
    "a JSON list of objects",
    JSON.stringify([
      {
        created_at: "2020-03-02T14:31:30+02:00",
        type: "FUNDS_RECEIVED",
        amount_gross: "2800.00",
        amount_fee: "-7.73",
        m_payment_id: "pay_now_11611660",
        pf_payment_id: 995893,
      },
    ]),
  ],
  [
    "names with spaces and signs",
    JSON.stringify([
      {
        ...{ "Created  at": "2020-03-02T14:31:30+02:00", Type: "FUNDS_RECEIVED", "Amount (Gross": "2800.00" },
        ...{ "Amount - Fee": "-7.73", "M-Payment-ID": "pay_now_11611660", "PF Payment ID": 995893 },
      },
    ]),
  ],
])("a payment is read from %s", (_, content) => {
  expect(read(content)).toEqual({ ok: true, transactions: [payment] });
});

test.each([
  ["FUNDS_RECEIVED", "CREDIT", "payment"],
  ["Funds Received", "Credit", "payment"],
  ["COMPLETE", "", "payment"],
  ["Funds Received (Refund)", "DEBIT", "refund"],
  ["Funds Received (Reversal)", "Debit", "refund"],
  ["REFUND", "DEBIT", "refund"],
  ["PAYOUT", "DEBIT", "payout"],
  ["Payout Fee", "DEBIT", "other"],
  ["MONTHLY_FEE", "DEBIT", "other"],
  ["FAILED", "", "other"],
  ["Chargeback", "DEBIT", "refund"],
  ["Withdrawal", "DEBIT", "payout"],
  ["FUNDS_RECEIVED", "DEBIT", "other"],
  ["", "CREDIT", "payment"],
  ["Transfer", "CREDIT", "other"],
])("%s %s is a %s", (type, sign, kind) => {
  const list = read(`Date,Type,Sign,Gross,PF Payment ID\n2020-03-02 14:31:30,${type},${sign},80.62,1`);
  expect(list).toMatchObject({ ok: true, transactions: [{ kind }] });
});

test.each([
  ["no column that says which payment", "Date,Gross\n2020-03-02,1.00", 'no column "PF Payment ID"'],
  ["no amounts", "Date,PF Payment ID\n2020-03-02,1", 'no column "Gross"'],
  ["a date that nobody can read", "Date,Gross,PF Payment ID\nyesterday,1.00,1", "Transaction 1 of the list"],
  ["an amount with two readings", 'Date,Gross,PF Payment ID\n2020-03-02,"1,234",1', "Transaction 1 of the list"],
  ["a web page", "<!doctype html><p>Please log in</p>", "neither a CSV nor a JSON list"],
  ["JSON of something else", '{"status":"error"}', "neither a CSV nor a JSON list"],
])("a list with %s is refused with the reason", (_, content, words) => {
  expect(read(content)).toEqual({ ok: false, why: expect.stringContaining(words) });
});

test("without a sign, an amount above zero is money received", () => {
  const kinds = ["80.62", "-80.62", "0.00"].map((gross) => {
    const list = read(`Date,Type,Gross,PF Payment ID\n2020-03-02 14:31:30,COMPLETE,${gross},1`);
    return list.ok ? list.transactions.map(({ kind, grossCents }) => [kind, grossCents]) : [];
  });
  expect(kinds).toEqual([[["payment", 80_62]], [["other", 80_62]], [["other", 0]]]);
});

test.each(["2020-03-02 14:31:30 or so", "2020-03-02x", "2020-13-02"])("%s is no date", (date) => {
  expect(read(`Date,Gross,PF Payment ID\n${date},1.00,1`)).toMatchObject({ ok: false });
});

test.each(["null", "[null]", "[1]", '{"code":200}', '{"data":null}', "{"])("%s is no list, and no fault", (content) => {
  expect(read(content)).toMatchObject({ ok: false });
});

test("an empty list is valid", () => {
  for (const nothing of ["", "[]", "Date,Gross,PF Payment ID\n"])
    expect(read(nothing)).toEqual({ ok: true, transactions: [] });
});

describe("a long list", () => {
  const heading = "Date,Gross,PF Payment ID,Name\n";
  const lines = (count: number) => "2020-03-02,1.00,7,Thandi\n".repeat(count);

  test.each([1, 3, 7, 64])("in pieces of %i characters is read as if it came at once", (length) => {
    const pieces = documented.match(new RegExp(`[^]{1,${length}}`, "g")) ?? [];
    const list = openTransactionList(() => pieces, now);
    expect(list).toMatchObject({ ok: true, count: 1 });
    expect(list.ok && [...list.transactions, ...list.transactions]).toEqual([payment, payment]);
  });

  test.each([
    ["a column too few", "Date,Gross\n2020-03-02,1.00\n", 'no column "PF Payment ID"'],
    ["too many columns", `${heading.trim()}${",x".repeat(64)}\n${lines(1)}`, "neither a CSV nor a JSON list"],
    ["a line without a date", `${heading}a\n`, "Transaction 1 of the list"],
    ["no table", "a".repeat(200_000), "neither a CSV nor a JSON list"],
  ])("with %s is refused before the rest is read", (_what, begin, words) => {
    function* pieces() {
      yield begin;
      // The last piece is known to be the last when there is no more.
      yield "\n";
      yield lines(1);
      expect.fail("it reads on");
    }
    expect(openTransactionList(pieces, now)).toEqual({ ok: false, why: expect.stringContaining(words) });
  });

  test("has 300,000 lines at most, and JSON two million characters", () => {
    const read = (begin: string, piece: string, times: number) =>
      openTransactionList(() => [begin, ...Array.from({ length: times }, () => piece)], now);
    expect(read(heading, lines(1_000), 300)).toMatchObject({ ok: true, count: 300_000 });
    expect(read(heading, lines(1_001), 300)).toMatchObject({
      why: expect.stringContaining("more than 300000 lines"),
    });
    expect(read("[", `${JSON.stringify({ a: "x".repeat(99_000) })},`, 30)).toMatchObject({
      why: "This JSON is too long. Take the CSV from PayFast's site.",
    });
  });
});
