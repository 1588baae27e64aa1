import type { Browser } from "./browser";
import type { World } from "./world";

/**
 * What the site has acknowledged, as the people remember it. `Checks` compares the database with it. `wallMs` is the time
 * by the wall clock before it was asked for: between question and answer the machine may sleep for months.
 */
export class Promises {
  /** By quote number: shown on a review page, and therefore saved. */
  readonly quotes = new Map<string, { wallMs: number }>();
  /** By quote id: booked, at an agreed price. */
  readonly bookings = new Map<string, { cents: number; owner: number }>();
  /** Quote numbers for which a manual price was requested. */
  readonly wishes = new Map<string, { wallMs: number }>();
  /** By the person's ID number: an owner-driver application. */
  readonly applications = new Map<string, { reference: string; wallMs: number }>();
  /** Amounts that staff recorded as refunded, by PayFast's number. */
  readonly refunds = new Map<string, number>();
  /** Phones as they were when their session ended: their cookies must not work any more. */
  readonly endedSessions: { phone: Browser; why: string }[] = [];
  /** Phones as they were after a sign-in, and its time by the wall clock. */
  readonly sessions: { phone: Browser; sinceWallMs: number }[] = [];
  /** One-time links that must not work once the wall clock shows a time, because they were used or have expired. */
  readonly links: { link: string; fromWallMs: number }[] = [];
  /** How many quotes one shipment may have: one, and one more each time that it was started again. */
  readonly shipments = new Map<string, number>();
  /** How often an account's owner gave their password: the right one resets earlier guesses. */
  readonly logins = new Map<string, number>();
  /** When somebody last tried a password for an address: a later try may still count in the same time window. */
  readonly triedAtMs = new Map<string, number>();
  /** How often an address was registered. */
  readonly registrations = new Map<string, number>();

  constructor(private readonly world: World) {}

  endSession(phone: Browser, why: string): void {
    this.endedSessions.push({ phone: phone.copy(`whoever has ${phone.name} as it was`), why });
    if (this.endedSessions.length > 30) this.endedSessions.shift();
  }

  beginSession(phone: Browser): void {
    this.sessions.push({ phone: phone.copy(`whoever found ${phone.name}`), sinceWallMs: this.world.clock.wall() });
    if (this.sessions.length > 30) this.sessions.shift();
  }

  /** A link that was used must not work again, whatever the clock shows. */
  useUp(link: string): void {
    this.links.push({ link, fromWallMs: Number.NEGATIVE_INFINITY });
  }

  /** The one-time links that must not work any more. */
  overLinks() {
    return this.links.filter(({ fromWallMs }) => fromWallMs <= this.world.clock.wall());
  }

  /** A name for a new shipment, by which its quotes are found. */
  beginShipment(): string {
    const name = `Shipment ${this.shipments.size + 1}`;
    this.shipments.set(name, 1);
    return name;
  }

  beginAnew(shipment: string): void {
    this.shipments.set(shipment, (this.shipments.get(shipment) ?? 0) + 1);
  }
}
