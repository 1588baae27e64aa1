import { DAYS, MINUTES } from "#app/durations";
import type { Checks } from "./checks";
import { SITE } from "./network";
import type { Attempt } from "./payfast";
import { desk } from "./staff";
import type { World } from "./world";

/** After this time the rest of a price isn't expected any more, and the part that came is owed. */
const REST_COMES_WITHIN_MS = 14 * DAYS;
/** PayFast takes no less. */
const LEAST_CENTS = 500;

/** Money to pay back, or a part of a price whose rest may still come. */
const LEFT = `SELECT payments.id, payments.quote_id AS quoteId, state, payment_order_id AS orderId, settled_at AS settledAt,
    cancelled_at AS cancelledAt, paid_cents - coalesce((SELECT sum(amount_cents) FROM refunds WHERE payment_id = payments.id), 0) AS cents
  FROM payments JOIN quotes ON quotes.id = quote_id
  WHERE paid_cents > coalesce((SELECT sum(amount_cents) FROM refunds WHERE payment_id = payments.id), 0)
    AND (state IN ('duplicate', 'part') OR (state = 'complete' AND cancelled_at IS NOT NULL))`;

type Left = {
  id: string;
  quoteId: string;
  state: string;
  settledAt: string;
  cancelledAt: string | null;
  cents: number;
};
type Noted = { ok: true } | { ok: false; refusal: string };

/** The office's bookkeeper: notes money of another amount than a price, and refunds by payment, by list and as goodwill. */
export async function keepTheBooks(world: World, checks: Checks): Promise<void> {
  const books = new Books(world, checks);
  for (;;) {
    await world.pause(1.5 * MINUTES);
    const does = world.random.weighed({
      refunds: 6,
      refundsTogether: 2,
      isKind: 1,
      notesPart: 4,
      notesOther: 1,
      undoesRefund: 1,
      notesWhole: 1,
    });
    if (does === "refunds") await books.refund();
    if (does === "refundsTogether") await books.refundTogether();
    if (does === "isKind") await books.refundOfGoodwill();
    if (does === "notesPart") await books.notePart();
    if (does === "notesOther") await books.noteOther();
    if (does === "notesWhole") await books.noteWhole();
    if (does === "undoesRefund") await books.undoRefund();
  }
}

class Books {
  private refunds = 0;

  constructor(
    private readonly world: World,
    private readonly checks: Checks,
  ) {}

  /** All or half of what is owed for a booking. */
  async refund(): Promise<void> {
    const { world, checks } = this;
    const owed = checks.any(LEFT) as Left | undefined;
    if (!owed) return;
    const of = (quoteId: string) => world.disk.rows<Left>(`${LEFT} AND quote_id = '${quoteId}' ORDER BY started_at`);
    const now = this.now();
    // Of several payments that are owed for a booking, one of just this amount goes back, or else the oldest that is enough.
    const sourceOf = (cents: number) => {
      const due = of(owed.quoteId).filter((left) => isOwed(left, now));
      return due.find((left) => left.cents === cents) ?? due.find((left) => left.cents > cents);
    };
    const isWhole = owed.state === "part" && !owed.cancelledAt;
    const cents = isWhole || world.random.chance(0.7) ? owed.cents : Math.ceil(owed.cents / 2);
    const goesBack = (sourceOf(cents) ?? owed).state === "part" ? world.promises.beginPart(owed.quoteId, -cents) : null;
    const isNoted = await this.typeRefund(cents, owed.quoteId, (reference) =>
      desk(world, `refund ${reference}`, async (site, tx) => {
        const isDue = sourceOf(cents) !== undefined;
        const refund = { reference, amountCents: cents, goodwill: false };
        return { isDue, noted: await site.noteRefund(tx, owed.quoteId, refund, now) };
      }),
    );
    goesBack?.(isNoted);
  }

  /** All that is owed for a list. */
  async refundTogether(): Promise<void> {
    const { world, checks } = this;
    const list = checks.any(
      `SELECT orderId AS id FROM (${LEFT}) WHERE orderId IS NOT NULL GROUP BY 1 HAVING count(DISTINCT quoteId) > 1`,
    );
    if (!list) return;
    const owedFor = () =>
      world.disk
        .rows<Left>(`${LEFT} AND payment_order_id = '${list.id}'`)
        .reduce((sum, { cents }) => sum + Number(cents), 0);
    const cents = owedFor();
    const now = this.now();
    await this.typeRefund(cents, list.id, (reference) =>
      desk(world, `refund ${reference} of a list`, async (site, tx) => {
        const isDue = owedFor() === cents;
        const bookings = await site.quotesOfOrder(tx, list.id);
        return { isDue, noted: await site.noteRefundTogether(tx, bookings, { reference, amountCents: cents }, now) };
      }),
    );
  }

  /** Some money for a parcel that came late. */
  async refundOfGoodwill(): Promise<void> {
    const { world, checks } = this;
    const paid = checks.any(`SELECT payments.quote_id AS id FROM payments JOIN quotes ON quotes.id = quote_id
      WHERE state = 'complete' AND cancelled_at IS NULL AND paid_cents > 2 * ${LEAST_CENTS}
        AND NOT EXISTS (SELECT 1 FROM refunds WHERE payment_id = payments.id)`);
    if (!paid) return;
    const refund = { amountCents: LEAST_CENTS, goodwill: true };
    const now = this.now();
    await this.typeRefund(LEAST_CENTS, paid.id, (reference) =>
      desk(world, `refund ${reference} of goodwill`, async (site, tx) => ({
        isDue: true,
        noted: await site.noteRefund(tx, paid.id, { ...refund, reference }, now),
      })),
    );
  }

  /** A price that a customer paid without the site's form; sometimes it was another's, and staff take it back. */
  async noteWhole(): Promise<void> {
    const { world, checks } = this;
    const unpaid = checks.any(`SELECT id, grand_total_cents AS cents FROM quotes
      WHERE booked_at IS NOT NULL AND cancelled_at IS NULL AND anonymised_at IS NULL AND payment_order_id IS NULL AND status = 'pending_payment'
        AND NOT EXISTS (SELECT 1 FROM payments WHERE quote_id = quotes.id AND pf_payment_id IS NOT NULL)`);
    if (!unpaid) return;
    const attempt = world.payfast.receive(unpaid.id, Number(unpaid.cents));
    world.promises.undonePayments.add(attempt.pfPaymentId);
    const isNoted = await this.typePayment(attempt, undefined);
    if (!isNoted) await this.typePayment(attempt, "refund");
    else if (world.random.chance(0.5)) await this.undoPayment(attempt);
  }

  private async undoPayment(attempt: Attempt): Promise<void> {
    const { world } = this;
    const { quoteId, pfPaymentId } = attempt;
    world.promises.undonePayments.add(quoteId);
    await desk(world, `undo payment ${pfPaymentId}`, async (site, tx) => {
      // Money that came since isn't the last that staff noted.
      const others = world.disk.rows(
        `SELECT id FROM payments WHERE quote_id = '${quoteId}' AND pf_payment_id <> '${pfPaymentId}'`,
      );
      if (others.length > 0) return null;
      return site.undoNotedPayment(tx, quoteId, SITE, this.now());
    });
  }

  /** They had typed the last refund of a booking by mistake. */
  async undoRefund(): Promise<void> {
    const { world, checks } = this;
    // What came in parts is paid together again, which isn't reckoned here.
    const noted = checks.any(
      `SELECT reference AS id, min(quote_id) AS quoteId FROM refunds JOIN payments ON payments.id = payment_id
        GROUP BY 1 HAVING sum(state = 'part') = 0`,
    );
    if (!noted || world.promises.parts.has(String(noted.quoteId))) return;
    const undone = await desk(world, `undo refund ${noted.id}`, async (site, tx) => {
      const known = world.disk.rows(`SELECT reference FROM refunds WHERE reference = '${noted.id}'`).length > 0;
      return { known, ...(await site.undoNotedRefund(tx, String(noted.quoteId), noted.id, this.now())) };
    });
    if (undone === null || (undone.ok && undone.known)) world.promises.refunds.delete(noted.id);
  }

  /** A customer has paid less than the price. Whoever has the link in the email about it pays the rest. */
  async notePart(): Promise<void> {
    const { world, checks } = this;
    const unpaid =
      checks.any(`SELECT id, grand_total_cents - coalesce((SELECT sum(paid_cents) FROM payments WHERE quote_id = quotes.id), 0) AS cents
      FROM quotes WHERE booked_at IS NOT NULL AND cancelled_at IS NULL AND anonymised_at IS NULL AND payment_order_id IS NULL
        AND status IN ('pending_payment', 'payfast_failed', 'payfast_cancelled')
        AND NOT EXISTS (SELECT 1 FROM payments WHERE quote_id = quotes.id AND state = 'duplicate')`);
    const most = Number(unpaid?.cents ?? 0) - 2 * LEAST_CENTS;
    if (!unpaid || most <= 0) return;
    const cents = LEAST_CENTS + world.random.below(most);
    const restCents = Number(unpaid.cents) - cents;
    if (this.isOtherAmount(unpaid.id, cents, restCents) || this.isOtherAmount(unpaid.id, restCents)) return;
    const comes = world.promises.beginPart(unpaid.id, cents);
    const attempt = world.payfast.receive(unpaid.id, cents);
    const isNoted = await this.typePayment(attempt, "part");
    comes(isNoted);
    // Meanwhile it was paid in another way, cancelled or priced anew.
    if (!isNoted) await this.typePayment(attempt, "refund");
  }

  /** Money that isn't for the parcel: a notice of it was refused, or there was none. */
  async noteOther(): Promise<void> {
    const { world, checks } = this;
    const refused = world.payfast.refused.shift();
    if (refused) return void (await this.typePayment(refused, "refund"));
    const booked = checks.any(
      "SELECT id, grand_total_cents AS cents FROM quotes WHERE booked_at IS NOT NULL AND grand_total_cents IS NOT NULL AND NOT EXISTS (SELECT 1 FROM payments WHERE quote_id = quotes.id AND state = 'part')",
    );
    if (!booked) return;
    const cents = LEAST_CENTS + world.random.below(20_000);
    if (this.isOtherAmount(booked.id, cents, Number(booked.cents))) return;
    await this.typePayment(world.payfast.receive(booked.id, cents), "refund");
  }

  /**
   * Sometimes they type it twice. Resolves to whether it is surely noted.
   * @param type notes it, and finds out in the same transaction whether that much is owed
   */
  private async typeRefund(
    cents: number,
    of: string,
    type: (reference: string) => Promise<{ isDue: boolean; noted: Noted } | null>,
  ): Promise<boolean> {
    const { world } = this;
    this.refunds += 1;
    const reference = `R${this.refunds}`;
    const wallMs = world.clock.wall();
    let [isNoted, mayBeNoted] = [false, false];
    for (let times = world.random.chance(0.3) ? 2 : 1; times > 0; times -= 1) {
      const typed = await type(reference);
      if (!typed) mayBeNoted = true;
      else if (typed.noted.ok) {
        if (!typed.isDue && !isNoted && !mayBeNoted) world.fail(`${reference} for ${of} was noted, and wasn't owed`);
        isNoted = true;
        world.promises.refunds.set(reference, { cents, wallMs });
      } else if (typed.isDue || isNoted)
        world.fail(`refund ${reference} for ${of} was refused: ${typed.noted.refusal}`);
    }
    return isNoted;
  }

  private async typePayment(attempt: Attempt, as: "part" | "refund" | undefined): Promise<boolean> {
    const { world } = this;
    const { pfPaymentId, quoteId, cents } = attempt;
    const found = { pfPaymentId, amountCents: cents, feeCents: null, ...(as && { as }), again: as === "refund" };
    const now = this.now();
    for (let times = world.random.chance(0.3) ? 2 : 1; times > 0; times -= 1) {
      const noted = await desk(world, `note ${pfPaymentId} for ${quoteId} as ${as ?? "the price"}`, (site, tx) =>
        site.notePayment(tx, quoteId, found, { mode: "live", appUrl: SITE }, now),
      );
      if (!noted) continue;
      if (!noted.ok && (attempt.isDelivered || as === "refund"))
        world.fail(`payment ${pfPaymentId} can't be noted: ${noted.refusal}`);
      if (noted.ok) attempt.isDelivered = true;
    }
    return attempt.isDelivered;
  }

  /** PayFast's next notice of the same amount would take the place of what staff note. */
  private isOtherAmount(quoteId: string, cents: number, ...asked: number[]): boolean {
    const paid = this.world.payfast.attempts.filter((attempt) => attempt.quoteId === quoteId);
    return [...asked, ...paid.map((attempt) => attempt.cents)].some((other) => Math.abs(other - cents) <= 1);
  }

  private now(): Date {
    return new Date(this.world.clock.wall());
  }
}

function isOwed({ state, cancelledAt, settledAt }: Left, now: Date): boolean {
  if (state !== "part" || cancelledAt) return true;
  return now.getTime() - Date.parse(settledAt) > REST_COMES_WITHIN_MS;
}
