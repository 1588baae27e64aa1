import type { Browser } from "./browser";
import type { World } from "./world";

/** What the site has said yes to, as those remember it to whom it was said. `Checks` holds the database to it. */
export class Promises {
  /** By quote number: shown on a review page, saved therefore. */
  readonly quotes = new Map<string, { wallMs: number }>();
  /** By quote id: booked, at a price that its customer agreed to. */
  readonly bookings = new Map<string, { cents: number; owner: number }>();
  /** Quote numbers whose price by hand was asked for. */
  readonly wishes = new Set<string>();
  /** By the person's ID number: an owner driver's application, and how many forms it was sent from. */
  readonly applications = new Map<string, string>();
  /** Amounts that staff noted as paid back, by PayFast's number. */
  readonly refunds = new Map<string, number>();
  /** Phones as they were when their session ended: what they hold opens nothing any more. */
  readonly endedSessions: { phone: Browser; why: string }[] = [];
  /** Phones as they were after somebody signed in, and when that was by the wall clock. */
  readonly sessions: { phone: Browser; sinceWallMs: number }[] = [];
  /** One-time links that are used up, or too old, from a moment of the simulation on. */
  readonly links: { link: string; fromMs: number }[] = [];
  /** How many quotes one shipment may have come to: one, and one more for each time that it was begun anew. */
  readonly shipments = new Map<string, number>();
  /** How often the owner of an address gave their password: once it is right, earlier guesses are forgiven. */
  readonly logins = new Map<string, number>();
  /** How often an address was registered with. */
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

  /** The one-time links that nobody may use any more. */
  overLinks() {
    return this.links.filter(({ fromMs }) => fromMs <= this.world.clock.elapsedMs);
  }

  /** A name for a new shipment, under which its quotes are found. */
  beginShipment(): string {
    const name = `Shipment ${this.shipments.size + 1}`;
    this.shipments.set(name, 1);
    return name;
  }

  beginAnew(shipment: string): void {
    this.shipments.set(shipment, (this.shipments.get(shipment) ?? 0) + 1);
  }

  rememberQuote(quoteNo: string): void {
    this.quotes.set(quoteNo, { wallMs: this.world.clock.wall() });
  }
}
