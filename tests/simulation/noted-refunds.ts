import { DAYS } from "#app/durations";
import { plainText } from "#app/language/plain-text";
import type { Words } from "#app/language/say";
import type { Checks } from "./checks";
import { LEAST_CENTS } from "./payfast";
import { desk } from "./staff";
import type { World } from "./world";

/** After this time the rest of a price isn't expected any more, and the part that came is owed. */
const REST_COMES_WITHIN_MS = 14 * DAYS;

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
type Noted = { ok: true } | { ok: false; why: Words };

/** Money that the bookkeeper pays back: by payment, by list and as goodwill. */
export class NotedRefunds {
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
    const share = world.random.weighed({ whole: 5, half: 3, some: 2 });
    const part = share === "half" ? Math.ceil(owed.cents / 2) : 1 + world.random.below(owed.cents);
    const cents = isWhole || share === "whole" ? owed.cents : part;
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
    const now = this.now();
    // Of a part the rest may still come.
    const owedFor = () =>
      world.disk
        .rows<Left>(`${LEFT} AND payment_order_id = '${list.id}'`)
        .filter((left) => isOwed(left, now))
        .reduce((sum, { cents }) => sum + Number(cents), 0);
    const cents = owedFor();
    if (cents === 0) return;
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
        AND (SELECT count(*) FROM refunds WHERE payment_id = payments.id) < 2 AND payment_order_id IS NULL`);
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
        world.fail(`refund ${reference} for ${of} was refused: ${plainText(typed.noted.why)}`);
    }
    return isNoted;
  }

  private now(): Date {
    return new Date(this.world.clock.wall());
  }
}

function isOwed({ state, cancelledAt, settledAt }: Left, now: Date): boolean {
  if (state !== "part" || cancelledAt) return true;
  return now.getTime() - Date.parse(settledAt) > REST_COMES_WITHIN_MS;
}
