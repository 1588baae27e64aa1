import { EventEmitter } from "node:events";
import { signRequest, writeNotice } from "#app/domain/money/payfast-signature.server";
import type { NoticeStatus } from "#app/domain/money/payment-state";
import { DAYS, MINUTES, SECONDS } from "#app/durations";
import type { Clock, Owner } from "./clock";
import type { Random } from "./random";
import type { Report } from "./report";

/** Growing intervals as at PayFast, only shorter; the last one repeats. */
const GAPS_MS = [5 * SECONDS, 1 * MINUTES, 4 * MINUTES];
/** It takes no less. */
export const LEAST_CENTS = 500;
/** Seven days at least, of a clock that may be put by one. */
export const PRICE_SURELY_HELD_MS = 6 * DAYS;

export const account = { merchantId: "10004002", merchantKey: "q1cd2rdny4a53", passphrase: "simulated-passphrase" };
/** One of PayFast's own addresses (`sender-address.server.ts`). */
export const PAYFAST_ADDRESS = "197.97.145.145";

/** An attempt to pay. */
export type Attempt = {
  pfPaymentId: string;
  quoteId: string;
  cents: number;
  isPaid: boolean;
  isDelivered: boolean;
  /** Whether the site may refuse it by now: nobody owes the rest of a price any more. Staff are told of its money. */
  mayBeRefused?: () => boolean;
};
type Notice = { attempt: Attempt; status: NoticeStatus; body: string };

/** Posts a notice to the site. Resolves to the answer's status, or null when none came. */
export type Deliver = (body: string, clientAddress: string) => Promise<number | null>;

/** The simulated PayFast: takes payments, repeats notices until they are accepted, and confirms its own notices. */
export class Payfast {
  /** How it answers when a notice is posted back to it. */
  health: "well" | "silent" | "broken" = "well";
  readonly attempts: Attempt[] = [];
  /** By order: every status that it has reported. */
  readonly reported = new Map<string, Set<NoticeStatus>>();
  /** Notices that the site hasn't accepted yet. */
  readonly undelivered = new Set<Notice>();
  /** Money of which the site told staff only. */
  readonly refused: Attempt[] = [];
  private readonly genuine = new Set<string>();
  private deliver: Deliver = async () => null;

  constructor(
    private readonly clock: Clock,
    private readonly random: Random,
    private readonly report: Report,
  ) {}

  reachSiteBy(deliver: Deliver): void {
    this.deliver = deliver;
  }

  /** Opens the payment page for a form that the site signed; null if the signature is wrong. */
  open(fields: readonly (readonly [string, string])[], mayBeRefused?: () => boolean): Attempt | null {
    const signed = fields
      .filter(([name]) => name !== "signature")
      .map(([name, value]) => [name, value] as [string, string]);
    const field = (name: string) => fields.find(([given]) => given === name)?.[1] ?? "";
    if (field("signature") !== signRequest(signed, account.passphrase)) return null;
    const attempt = {
      pfPaymentId: String(1_000_000 + this.attempts.length),
      quoteId: field("m_payment_id"),
      cents: Math.round(Number(field("amount")) * 100),
      isPaid: false,
      isDelivered: false,
      mayBeRefused,
    };
    this.attempts.push(attempt);
    return attempt;
  }

  /** Money that came without the site's form, of which no notice tells. */
  receive(quoteId: string, cents: number): Attempt {
    const attempt = {
      pfPaymentId: String(1_000_000 + this.attempts.length),
      quoteId,
      cents,
      isPaid: true,
      isDelivered: false,
    };
    this.attempts.push(attempt);
    return attempt;
  }

  /** The buyer decides. The notice follows later, as often as necessary. */
  decide(attempt: Attempt, status: NoticeStatus): void {
    if (status === "COMPLETE") attempt.isPaid = true;
    this.reported.set(attempt.quoteId, (this.reported.get(attempt.quoteId) ?? new Set()).add(status));
    this.report.step(`PayFast: ${status} of ${attempt.pfPaymentId} for ${attempt.quoteId}, ${attempt.cents} cents`);
    const copies = this.random.chance(0.15) ? 2 : 1;
    for (let copy = 0; copy < copies; copy += 1)
      void this.tell({ attempt, status, body: this.noticeOf(attempt, status) });
  }

  /** A notice in PayFast's format. With `changed` fields it is one that PayFast never sent. */
  noticeOf(
    attempt: Attempt,
    status: NoticeStatus,
    changed: Record<string, string> = {},
    passphrase = account.passphrase,
  ) {
    const feeCents = status === "COMPLETE" ? Math.round(attempt.cents * 0.035) : 0;
    const fields: Record<string, string> = {
      m_payment_id: attempt.quoteId,
      pf_payment_id: attempt.pfPaymentId,
      payment_status: status,
      item_name: "Thuma Shipment",
      amount_gross: (attempt.cents / 100).toFixed(2),
      amount_fee: (-feeCents / 100).toFixed(2),
      amount_net: ((attempt.cents - feeCents) / 100).toFixed(2),
      custom_str1: attempt.quoteId,
      merchant_id: account.merchantId,
      ...changed,
    };
    const body = writeNotice(Object.entries(fields), passphrase);
    if (Object.keys(changed).length === 0 && passphrase === account.passphrase) this.genuine.add(signedPartOf(body));
    return body;
  }

  /** Treats this notice as PayFast's own too, whatever else is wrong with it. */
  acceptAsGenuine(body: string): string {
    this.genuine.add(signedPartOf(body));
    return body;
  }

  /** `node:https`'s request for one process: asks whether a notice is PayFast's. */
  requestFrom(process: Owner) {
    return () => {
      const request = Object.assign(new EventEmitter(), {
        destroy: () => {},
        end: (body: string) => void this.confirm(request, body, process),
      });
      return request;
    };
  }

  private async confirm(request: EventEmitter, body: string, process: Owner): Promise<void> {
    await this.clock.pause(20 + this.random.below(this.random.chance(0.1) ? 6 * SECONDS : 200), process);
    if (this.health === "silent") return;
    const statusCode = this.health === "broken" ? 500 : 200;
    const response = Object.assign(new EventEmitter(), { statusCode, complete: true });
    request.emit("response", response);
    response.emit("data", Buffer.from(`${this.genuine.has(body) ? "VALID" : "INVALID"}\n`));
    response.emit("end");
  }

  private async tell(notice: Notice): Promise<void> {
    const sinceMs = this.clock.elapsedMs;
    let isTaken = false;
    this.undelivered.add(notice);
    await this.clock.pause(this.random.below(this.random.chance(0.2) ? 10 * MINUTES : 3 * SECONDS));
    for (let tries = 0; ; tries += 1) {
      const status = await this.deliver(notice.body, PAYFAST_ADDRESS);
      isTaken = status === 200;
      if (isTaken) break;
      // Nobody heard of it for so long that its price isn't held any more: staff are told.
      if (status === 400 && this.clock.elapsedMs - sinceMs > PRICE_SURELY_HELD_MS) break;
      if (status === 400 && notice.attempt.mayBeRefused?.()) {
        if (notice.status === "COMPLETE") this.refused.push(notice.attempt);
        break;
      }
      if (status === 400)
        this.report.fail(`a notice of PayFast's was refused: ${notice.status} of ${notice.attempt.pfPaymentId}`);
      await this.clock.pause((GAPS_MS[tries] ?? GAPS_MS.at(-1) ?? 0) + this.random.below(SECONDS));
    }
    this.undelivered.delete(notice);
    if (notice.status === "COMPLETE" && isTaken) notice.attempt.isDelivered = true;
  }
}

function signedPartOf(body: string): string {
  return body.replace(/&signature=[^&]*$/, "");
}
