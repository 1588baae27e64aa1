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
  /** What staff recorded as refunded, by PayFast's number. */
  readonly refunds = new Map<string, { cents: number; wallMs: number }>();
  /** By quote: how much of its price may have been paid in parts. One sum, or several while that isn't known. */
  readonly parts = new Map<string, Set<number>>();
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
  /** By quote and amount in cents: when a payment page last offered this price, by the wall clock. */
  readonly pricesShown = new Map<
    string,
    { quoteId: string; cents: number; fields: [string, string][]; wallMs: number }
  >();
  /** Lists of parcels that were booked together: how many bookings each order has. */
  readonly orders = new Map<string, number>();
  /** Bookings that their customers cancelled. */
  readonly cancelled = new Set<string>();
  /** Problems that people reported, by their words. */
  readonly cases = new Map<string, { wallMs: number }>();
  /** Drivers' marks that the site confirmed, and that the office hasn't undone. */
  marks: { waybillNo: string; kind: string }[] = [];
  /** By waybill: how many forms drivers filled in. Each counts once, however often it is sent. */
  readonly marksTried = new Map<string, number>();
  /** Bookings whose marks the office undid: what a mark had overtaken goes then. */
  readonly corrected = new Set<string>();
  /** By booking: the call that must tell its program of what was taken back. */
  readonly takenBackFrom = new Map<string, { type: string; wallMs: number }>();
  /** Bookings that somebody tried to cancel. */
  readonly cancelTried = new Set<string>();
  /** Events that the office undid. */
  readonly undone = new Set<string>();
  /** Payments that staff noted at a price and may take back, and bookings that are unpaid again when they did. */
  readonly undonePayments = new Set<string>();
  /** Addresses that wanted no messages for a while: of what came then they were never told. */
  readonly silenced = new Set<string>();
  /** By waybill: wrong PINs that a driver typed, and the site refused. */
  readonly wrongPins = new Map<string, Set<string>>();
  /** By waybill: the day of its delivery that the office agreed on last. */
  readonly agreed = new Map<string, string>();
  /** By waybill: the PIN that its receiver was told. */
  readonly pins = new Map<string, string>();
  /** Messages that were taken back before anybody had begun to send them. */
  readonly takenBack = new Set<string>();
  /** By quote: what its place may say now. One answer, or several if some came together or their answers were lost. */
  readonly places = new Map<string, Set<string>>();
  private readonly placesInHand = new Map<string, Set<string>>();
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

  beginMark(waybillNo: string): void {
    this.marksTried.set(waybillNo, (this.marksTried.get(waybillNo) ?? 0) + 1);
  }

  /** Somebody writes how to find a place. Returns a function to call with whether the site has confirmed it. */
  beginPlace(quoteId: string, place: string): (isConfirmed: boolean) => void {
    const inHand = this.placesInHand.get(quoteId) ?? new Set();
    this.placesInHand.set(quoteId, inHand.add(place));
    const perhaps = this.places.get(quoteId);
    perhaps?.add(place);
    return (isConfirmed) => {
      if (isConfirmed) this.places.set(quoteId, new Set(inHand));
      // Without an answer it may be written, even later.
      if (isConfirmed) inHand.delete(place);
    };
  }

  partsOf(quoteId: string): ReadonlySet<number> {
    return this.parts.get(quoteId) ?? new Set([0]);
  }

  /** A part of a price comes, or goes back if it is negative. Returns a function to call with whether that is confirmed. */
  beginPart(quoteId: string, cents: number): (isConfirmed: boolean) => void {
    const before = [...this.partsOf(quoteId)];
    const after = before.map((sum) => sum + cents);
    this.parts.set(quoteId, new Set([...before, ...after]));
    return (isConfirmed) => {
      if (isConfirmed) this.parts.set(quoteId, new Set(after));
    };
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
