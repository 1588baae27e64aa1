import { plainText } from "#app/language/plain-text";
import type { Checks } from "./checks";
import { SITE } from "./network";
import { type Attempt, LEAST_CENTS } from "./payfast";
import { desk } from "./staff";
import type { World } from "./world";

/** Money that the bookkeeper notes: at a price, of another amount, or for nothing of ours. */
export class NotedPayments {
  constructor(
    private readonly world: World,
    private readonly checks: Checks,
  ) {}

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
    else if (world.random.chance(0.6)) await this.undoPayment(attempt);
  }

  private async undoPayment(attempt: Attempt): Promise<void> {
    const { world } = this;
    const { quoteId, pfPaymentId } = attempt;
    world.promises.undonePayments.add(quoteId);
    let wasSent = false;
    const undone = await desk(world, `undo payment ${pfPaymentId}`, async (site, tx) => {
      // Money that came since isn't the last that staff noted.
      const others = world.disk.rows(
        `SELECT id FROM payments WHERE quote_id = '${quoteId}' AND pf_payment_id <> '${pfPaymentId}'`,
      );
      if (others.length > 0) return null;
      wasSent =
        world.disk.rows(
          `SELECT 1 FROM quotes WHERE id = '${quoteId}' AND status = 'waybill_created' AND cancelled_at IS NULL`,
        ).length > 0;
      return site.undoNotedPayment(tx, quoteId, SITE, this.now());
    });
    if (undone?.ok && wasSent)
      world.promises.takenBackFrom.set(quoteId, { type: "booking.unpaid", wallMs: world.clock.wall() });
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
        world.fail(`payment ${pfPaymentId} can't be noted: ${plainText(noted.why)}`);
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
