import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { cancelBooking } from "#app/domain/bookings/cancel-booking.server";
import { replaceBooking } from "#app/domain/bookings/change-booking.server";
import { confirmBooking } from "#app/domain/bookings/confirm-booking.server";
import { notePayment } from "#app/domain/bookings/note-payment.server";
import { noteRefund } from "#app/domain/bookings/note-refund.server";
import { reconcile } from "#app/domain/bookings/reconcile.server";
import { noteReturn } from "#app/domain/bookings/return-from-payment.server";
import { takeNotice } from "#app/domain/bookings/take-notice.server";
import { type NoticeStatus, noticeStatuses } from "#app/domain/payments/payment-state";
import type { Transaction } from "#app/domain/payments/transaction-list";
import { MINUTES } from "#app/durations";
import { openStore, type Store, type Tx } from "#db/store.server";
import { aQuote } from "../../support/a-booking";
import { noticeBody, sandboxAccount } from "../../support/payfast-stand-in";
import { storePlace } from "../../support/store-place";

/** `npm run test:model` runs all 50,000; an ordinary run only a few, because it takes long. */
const SEQUENCES = Number(process.env.MODEL_SEQUENCES ?? 300);
/** A time limit for hangs only, long enough for a busy machine. */
const PATIENCE_MS = 15 * MINUTES + SEQUENCES * 200;
/** Each file stays small, so that it stays in memory. */
const SEQUENCES_PER_FILE = 1_000;
const NOW = new Date("2026-11-20T08:00:00Z");
/** What the template costs; even, so that half of it is whole cents. */
const CENTS = 80_62;

const ramDisk = process.platform === "linux" ? "/dev/shm" : tmpdir();
const folder = mkdtempSync(path.join(ramDisk, "thuma-model-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * The model: what the database must contain, calculated without the site's own rules. Whoever pays first gets the
 * parcel sent, every further payment is refunded, and only payments change a paid booking.
 */
type Books = {
  isBooked: boolean;
  isGivenUp: boolean;
  paidBy: string | null;
  /** The latest status of an unpaid booking. */
  unpaid: "pending_payment" | "payfast_cancelled" | "payfast_failed";
  attempts: Map<string, string>;
  isCancelled: boolean;
  /** What is left of each payment that brought money: the first, and the duplicates. */
  leftOfPaid: number;
  leftOfOthers: number[];
  /** By the reference that staff gave each refund. */
  refunds: Map<string, number>;
  /** Started, but no notice yet. */
  nameless: number;
  notices: number;
};

type Office = { store: Store; reopen(): Promise<void>; quoteId: string; draftId: string; cents: number; look(): Look };
type Look = { status: string; waybills: number; events: number; emails: number; notices: number; attempts: string[] };

class Killed extends Error {}

/** A store whose process dies at the n-th statement of a transaction, or just before its commit. */
function dying(store: Store, atStatement: number): Store {
  let left = atStatement;
  const count = () => {
    if (left <= 0) throw new Killed();
    left -= 1;
  };
  const counting = (tx: Tx) =>
    new Proxy(tx, {
      get(target, name) {
        const found = Reflect.get(target, name);
        if (typeof found !== "function") return found;
        if (name === "insert" || name === "update" || name === "select") count();
        return found.bind(target);
      },
    });
  return {
    ...store,
    tx: (fn) =>
      store.tx(async (tx) => {
        await fn(counting(tx));
        throw new Killed();
      }),
  };
}

type Word = "valid" | "invalid" | "unanswered";
type Message = { pf: string; status: NoticeStatus; word: Word; fault: "none" | "forged" | "short" | "stranger" };

const wordsOf = { COMPLETE: "complete", CANCELLED: "cancelled", FAILED: "failed", PENDING: "pending" } as const;
const fine = { status: "cancelled", CANCELLED: "payfast_cancelled", FAILED: "payfast_failed" } as const;

function receive(books: Books, { pf, status, word, fault }: Message): void {
  books.notices += 1;
  if (!books.isBooked || fault !== "none" || word !== "valid") return;
  const before = books.attempts.get(pf);
  if (before === undefined && books.nameless > 0) books.nameless -= 1;
  const isSettled = before === "complete" || before === "duplicate";
  if (status === "COMPLETE") {
    if (books.paidBy === null && !books.isCancelled) {
      books.attempts.set(pf, "complete");
      books.paidBy = pf;
      books.leftOfPaid = CENTS;
    } else if (!isSettled) {
      books.attempts.set(pf, "duplicate");
      books.leftOfOthers.push(CENTS);
    }
    return;
  }
  if (!isSettled) books.attempts.set(pf, wordsOf[status]);
  const isNews = before !== wordsOf[status];
  const isOpen = books.paidBy === null && !books.isGivenUp && !books.isCancelled;
  if (isNews && status !== "PENDING" && isOpen) books.unpaid = fine[status];
}

/** What staff have to refund: all of a cancelled booking, otherwise the duplicates. */
function owed(books: Books): number[] {
  return [...books.leftOfOthers, ...(books.isCancelled ? [books.leftOfPaid] : [])].filter((cents) => cents > 0);
}

/** A refund belongs to one payment, preferably one of exactly its amount. One reference is one refund. */
function payBack(books: Books, reference: string, cents: number): void {
  const fit = owed(books).filter((left) => left >= cents);
  if (books.refunds.has(reference) || fit.length === 0) return;
  const from = fit.find((left) => left === cents) ?? fit[0] ?? 0;
  const at = books.leftOfOthers.indexOf(from);
  if (at >= 0) books.leftOfOthers[at] = from - cents;
  else books.leftOfPaid -= cents;
  books.refunds.set(reference, cents);
}

function bodyOf({ quoteId, cents }: Office, { pf, status, fault }: Message): string {
  return noticeBody({
    quoteId,
    status,
    pfPaymentId: `${quoteId}-${pf}`,
    cents: fault === "short" ? cents - 2 : cents,
    ...(fault === "forged" ? { passphrase: "guessed" } : {}),
    ...(fault === "stranger" ? { merchantId: "10000101" } : {}),
  });
}

function post(office: Office, message: Message, store = office.store) {
  const senderChecks = { isSender: () => true, confirm: async () => message.word };
  const received = { body: bodyOf(office, message), clientAddress: "197.97.145.145" };
  return takeNotice(store, sandboxAccount, senderChecks, received, "http://thuma.example", NOW);
}

function expected(books: Books): Look {
  const isPaid = books.paidBy !== null;
  const unpaid = books.isGivenUp ? "cancelled" : books.unpaid;
  const booked = books.isCancelled ? "cancelled" : isPaid ? "waybill_created" : unpaid;
  return {
    status: books.isBooked ? booked : "quoted",
    waybills: isPaid ? 1 : 0,
    // A cancelled booking's waybill says so.
    events: isPaid ? (books.isCancelled ? 2 : 1) : 0,
    emails: isPaid ? 1 : 0,
    notices: books.notices,
    attempts: [
      ...Array(books.nameless).fill("nobody started"),
      ...[...books.attempts].map((each) => each.join(" ")),
    ].sort(),
  };
}

type Step = fc.AsyncCommand<Books, Office>;

/** A command with its effect on the model; afterwards the database must match. */
function step(
  words: string,
  onBooks: (books: Books) => void,
  onOffice: (office: Office, books: Books) => Promise<unknown>,
): Step {
  return {
    check: () => true,
    toString: () => words,
    async run(books, office) {
      await onOffice(office, structuredClone(books));
      onBooks(books);
      expect(office.look()).toEqual(expected(books));
    },
  };
}

const message = fc.record<Message>({
  pf: fc.constantFrom("1", "2", "3"),
  status: fc.constantFrom(...noticeStatuses, "COMPLETE"),
  word: fc.constantFrom<Word[]>("valid", "valid", "valid", "valid", "unanswered", "invalid"),
  fault: fc.constantFrom<Message["fault"][]>("none", "none", "none", "none", "none", "forged", "short", "stranger"),
});
const shown = ({ pf, status, word, fault }: Message) => `${status} of ${pf} (${word}, ${fault})`;

const book = step(
  "book",
  (books) => {
    if (!books.isBooked) books.nameless = 1;
    books.isBooked = true;
  },
  async ({ store, draftId, cents, quoteId }) => {
    const agreed = { formHash: "agreed", grandTotalCents: cents };
    expect(await confirmBooking(store, draftId, agreed, "sandbox", NOW)).toMatchObject({ quote: { id: quoteId } });
  },
);
const notice = message.map((sent) =>
  step(
    `notice ${shown(sent)}`,
    (books) => receive(books, sent),
    (office) => post(office, sent),
  ),
);
/** A payment that staff find at PayFast is settled like a notice, but isn't one. */
const noted = fc.constantFrom("1", "2", "3").map((pf) =>
  step(
    `staff note payment ${pf}`,
    (books) => {
      receive(books, { pf, status: "COMPLETE", word: "valid", fault: "none" });
      books.notices -= 1;
    },
    ({ store, quoteId, cents }) => {
      const found = { pfPaymentId: `${quoteId}-${pf}`, amountCents: cents, feeCents: null };
      const site = { mode: "sandbox", appUrl: "http://thuma.example" } as const;
      return store.tx((tx) => notePayment(tx, quoteId, found, site, NOW));
    },
  ),
);
const overlapping = fc.tuple(message, message).map(([one, other]) =>
  step(
    `overlapping ${shown(one)}, ${shown(other)}`,
    (books) => {
      receive(books, one);
      receive(books, other);
    },
    (office) => Promise.all([post(office, one), post(office, other)]),
  ),
);
const killed = fc.tuple(message, fc.nat({ max: 14 })).map(([sent, at]) =>
  step(
    `killed at statement ${at} of ${shown(sent)}`,
    () => {},
    async (office) => expect(post(office, sent, dying(office.store, at))).rejects.toThrow(Killed),
  ),
);
const killedThenSentAgain = fc.tuple(message, fc.nat({ max: 14 })).map(([sent, at]) =>
  step(
    `killed at statement ${at} of ${shown(sent)}, and sent again`,
    (books) => receive(books, sent),
    async (office) => {
      await expect(post(office, sent, dying(office.store, at))).rejects.toThrow(Killed);
      await post(office, sent);
    },
  ),
);
const giveUp = step(
  "change this booking",
  (books) => {
    if (books.isBooked && books.paidBy === null) books.isGivenUp = true;
  },
  (office, books) =>
    replaceBooking(office.store, office.draftId, NOW).then((isGivenUp) =>
      expect(isGivenUp).toBe(books.paidBy === null || books.isCancelled),
    ),
);
/** A customer's own cancellation works in the same way. */
const cancel = fc.constantFrom("staff", "customer").map((by) =>
  step(
    `${by} cancel`,
    (books) => {
      if (books.isBooked && (books.paidBy !== null || !books.isGivenUp)) books.isCancelled = true;
    },
    ({ store, quoteId }, books) =>
      store
        .tx((tx) => cancelBooking(tx, quoteId, "No driver.", NOW, by))
        .then(({ ok }) =>
          expect(ok).toBe(books.isCancelled || (books.isBooked && (books.paidBy !== null || !books.isGivenUp))),
        ),
  ),
);
const refunded = fc.tuple(fc.constantFrom("1", "2", "3"), fc.constantFrom(1, 2)).map(([number, parts]) =>
  step(
    `staff note refund ${number} of ${parts === 1 ? "all" : "half"} of a payment`,
    (books) => payBack(books, number, CENTS / parts),
    ({ store, quoteId }) =>
      store.tx((tx) => {
        const refund = { reference: `${quoteId}-r${number}`, amountCents: CENTS / parts, goodwill: false };
        return noteRefund(tx, quoteId, refund, NOW);
      }),
  ),
);
const comeBack = fc.nat({ max: 3 }).map((answered) =>
  step(
    `return, ${answered} answered before`,
    (books) => {
      const isOpen = books.paidBy === null && !books.isGivenUp && !books.isCancelled;
      if (!isOpen || books.unpaid === "pending_payment" || books.attempts.size !== answered) return;
      books.unpaid = "pending_payment";
      books.nameless = 1;
    },
    (office) => noteReturn(office.store, office.quoteId, answered, "sandbox", NOW),
  ),
);
const restart = step(
  "restart",
  () => {},
  (office) => office.reopen(),
);

test(
  `${SEQUENCES} sequences of notices, staff's notes, cancels, refunds, retries, kills and restarts: the books always agree`,
  async () => {
    let file = "";
    let store: Store | undefined;
    let staff: Database.Database | undefined;
    let template: Awaited<ReturnType<typeof aQuote>> | undefined;
    let made = 0;
    /** Every sequence of the file that is open. */
    let kept: Sequence[] = [];

    async function close() {
      staff?.close();
      await store?.close();
    }
    async function open() {
      store = await openStore(await storePlace(file));
      staff = new Database(file);
      return store;
    }
    async function anOffice(): Promise<Office> {
      if (made % SEQUENCES_PER_FILE === 0) {
        await audit();
        await close();
        if (file) for (const end of ["", "-wal", "-shm"]) rmSync(file + end, { force: true });
        file = path.join(folder, `${made}.db`);
        template = await aQuote(await open(), undefined, NOW);
      }
      made += 1;
      if (!store || !staff || !template) throw new Error("nothing is open");
      expect(template.grandTotalCents).toBe(CENTS);
      const { id, draftId, cents } = { id: `q${made}`, draftId: `d${made}`, cents: template.grandTotalCents ?? 0 };
      copyOf(staff, template.id).run(id, id, draftId);
      const noticesBefore = statement(staff, "SELECT ifnull(max(rowid), 0) FROM payment_notices")
        .pluck()
        .get() as number;
      let look = lookAt(staff, id, noticesBefore);
      const office: Office = {
        store,
        quoteId: id,
        draftId,
        cents,
        look: () => look(),
        async reopen() {
          await close();
          office.store = await open();
          if (staff) look = lookAt(staff, id, noticesBefore);
        },
      };
      return office;
    }

    const commands = fc.commands(
      [
        ...[notice, notice, noted, overlapping, killed, killedThenSentAgain, comeBack],
        ...[fc.constant(giveUp), fc.constant(book)],
        // Rarely, because opening a database takes as long as ten notices.
        fc.nat({ max: 39 }).map((rare) => (rare === 0 ? restart : book)),
        ...[cancel, refunded, refunded],
      ],
      { maxCommands: 8 },
    );
    await fc.assert(
      fc.asyncProperty(commands, async (steps) => {
        const [model, real] = [emptyBooks(), await anOffice()];
        await fc.asyncModelRun(() => ({ model, real }), [book, ...steps]);
        if (staff) expect(moneyIn(staff, real.quoteId)).toEqual(moneyExpected(model));
        kept.push({ quoteId: real.quoteId, books: model });
      }),
      { numRuns: SEQUENCES, seed: Number(process.env.MODEL_SEED) || undefined },
    );
    await audit();
    await close();

    async function audit() {
      if (store && staff) await expectBooksToBalance(store, staff, kept);
      kept = [];
    }
  },
  PATIENCE_MS,
);

function emptyBooks(): Books {
  return {
    isBooked: false,
    isGivenUp: false,
    paidBy: null,
    unpaid: "pending_payment",
    attempts: new Map(),
    nameless: 0,
    notices: 0,
    isCancelled: false,
    leftOfPaid: 0,
    leftOfOthers: [],
    refunds: new Map(),
  };
}

type Sequence = { quoteId: string; books: Books };

/** A booking's money in the staff views, in cents. */
function moneyIn(staff: Database.Database, quoteId: string) {
  const sum = (sql: string) => Math.round(Number(statement(staff, sql).pluck().get(quoteId) ?? 0) * 100);
  return {
    received: sum("SELECT sum(paid_rand) FROM staff_payments_received WHERE quote_no = ?"),
    paidBack: sum("SELECT sum(paid_back_rand) FROM staff_payments_received WHERE quote_no = ?"),
    toRefund: sum("SELECT sum(refund_rand) FROM staff_payments_to_refund WHERE quote_no = ?"),
    invoiced: sum("SELECT sum(gross_cents) / 100.0 FROM invoices WHERE quote_id = ? AND kind = 'invoice'"),
    // Only what was invoiced is credited.
    notCredited: sum(
      "SELECT (sum(refunds.amount_cents) - coalesce((SELECT sum(gross_cents) FROM invoices WHERE invoices.quote_id = payments.quote_id AND kind = 'credit_note'), 0)) / 100.0 FROM refunds JOIN payments ON payments.id = payment_id WHERE quote_id = ? AND state = 'complete'",
    ),
    emailed: sum("SELECT count(*) / 100.0 FROM outgoing_mails WHERE letter_key GLOB 'refund-paid:' || ? || '-r*'"),
  };
}

function moneyExpected(books: Books): ReturnType<typeof moneyIn> {
  const payments = books.leftOfOthers.length + (books.paidBy === null ? 0 : 1);
  return {
    received: payments * CENTS,
    paidBack: sumOf([...books.refunds.values()]),
    toRefund: sumOf(owed(books)),
    invoiced: books.paidBy === null ? 0 : CENTS,
    notCredited: 0,
    emailed: books.refunds.size,
  };
}

const sumOf = (cents: number[]) => cents.reduce((total, each) => total + each, 0);

/** A whole file's invoices have no gaps, its VAT equals theirs, and it agrees with PayFast's list. */
async function expectBooksToBalance(store: Store, staff: Database.Database, sequences: Sequence[]) {
  for (const kind of ["invoice", "credit_note"]) {
    const numbers = staff.prepare("SELECT number FROM invoices WHERE kind = ? ORDER BY number").pluck().all(kind);
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
  }
  const papers = "SELECT sum(gross_rand) AS gross, sum(credited_gross_rand) AS credited FROM staff_vat";
  const { gross, credited } = staff.prepare(papers).get() as { gross: number | null; credited: number | null };
  const cents = (kind: string) =>
    staff.prepare("SELECT coalesce(sum(gross_cents), 0) FROM invoices WHERE kind = ?").pluck().get(kind);
  expect(Math.round((gross ?? 0) * 100)).toBe(cents("invoice"));
  expect(Math.round((credited ?? 0) * 100)).toBe(cents("credit_note"));
  const paid = sequences.filter(({ books }) => books.paidBy !== null).length;
  expect(cents("invoice")).toBe(paid * CENTS);

  const lines = sequences.flatMap(({ quoteId, books }): Transaction[] => {
    const line = { type: "", orderId: quoteId, at: NOW, feeCents: null };
    const settled = [...books.attempts].filter(([, state]) => state === "complete" || state === "duplicate");
    return [
      ...settled.map(([pf]) => ({
        ...line,
        kind: "payment" as const,
        pfPaymentId: `${quoteId}-${pf}`,
        grossCents: CENTS,
      })),
      ...[...books.refunds].map(([number, grossCents]) => ({
        ...line,
        kind: "refund" as const,
        pfPaymentId: `${quoteId}-r${number}`,
        grossCents,
      })),
    ];
  });
  if (lines.length === 0) return;
  const reconciled = await reconcile(store.read, lines, "sandbox");
  expect(reconciled.differences).toEqual([]);
  const [first] = lines.filter(({ kind }) => kind === "payment");
  const without = await reconcile(
    store.read,
    lines.filter((line) => line !== first),
    "sandbox",
    reconciled.period,
  );
  expect(without.differences.map(({ kind, pfPaymentId }) => [kind, pfPaymentId])).toEqual([
    ["missing_there", first?.pfPaymentId],
  ]);
}

const prepared = new WeakMap<Database.Database, Map<string, Database.Statement>>();

function statement(staff: Database.Database, sql: string): Database.Statement {
  const known = prepared.get(staff) ?? new Map<string, Database.Statement>();
  prepared.set(staff, known);
  const found = known.get(sql) ?? staff.prepare(sql);
  known.set(sql, found);
  return found;
}

/** A priced quote like the template, with new ids. */
function copyOf(staff: Database.Database, templateId: string): Database.Statement {
  const columns = staff.prepare("SELECT name FROM pragma_table_info('quotes')").pluck().all() as string[];
  const renamed: Record<string, string> = { id: "?", quote_no: "?", draft_id: "?", form_hash: "'agreed'" };
  const values = columns.map((column) => renamed[column] ?? column).join(", ");
  return statement(
    staff,
    `INSERT INTO quotes (${columns.join(", ")}) SELECT ${values} FROM quotes WHERE id = '${templateId}'`,
  );
}

/** What staff see about a quote, over their own connection. */
function lookAt(staff: Database.Database, quoteId: string, noticesBefore: number): () => Look {
  const ask = (sql: string) => statement(staff, sql).pluck();
  const count = (sql: string) => ask(sql).get(quoteId) as number;
  return () => ({
    status: ask("SELECT status FROM quotes WHERE id = ?").get(quoteId) as string,
    waybills: count("SELECT count(*) FROM waybills WHERE quote_id = ?"),
    events: count("SELECT count(*) FROM tracking_events JOIN waybills USING (waybill_no) WHERE quote_id = ?"),
    emails: count("SELECT count(*) FROM outgoing_mails WHERE letter_key = 'booking-confirmed:' || ?"),
    notices: ask("SELECT count(*) FROM payment_notices WHERE rowid > ?").get(noticesBefore) as number,
    attempts: (
      ask(
        "SELECT ifnull(replace(pf_payment_id, quote_id || '-', ''), 'nobody') || ' ' || state FROM payments WHERE quote_id = ?",
      ).all(quoteId) as string[]
    ).sort(),
  });
}
