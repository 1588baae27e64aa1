import { DAYS, MINUTES, SECONDS } from "#app/durations";
import { KeyHolder } from "./key-holder";
import { Person } from "./person";
import type { World } from "./world";

const BOXES = ["flyer-bag", "stock-2", "stock-4", "stock-6"];
const A_PAGE = 3;

type Booking = { id: string; reference: string; price: { pricing: { totals: { grandTotal: number } } } | null };
type Made = { id: string; body: object; key: string; reference: string; madeAtMs: number; adjustments: number };

/** An answer is kept for 7 days. */
const SURELY_KEPT_MS = 6 * DAYS;

/** A shop whose own program books by key, with retries, and is called by the site. */
class Program extends KeyHolder {
  private orders = 0;
  private readonly made: Made[] = [];

  async work(): Promise<void> {
    const { random } = this.world;
    if (!this.key && !(await this.makeKey())) return;
    if (!this.isCalled) await this.askToBeCalled();
    const does = random.weighed({ books: 6, repeats: 5, pries: 2, reads: 3, cancels: 1.5, changesKey: 0.7 });
    if (does === "books") await this.book();
    if (does === "repeats") await this.repeat();
    if (does === "pries") await this.openOthers();
    if (does === "reads") await this.readAll();
    if (does === "cancels") await this.cancel();
    if (does === "changesKey") await this.revokeKey();
  }

  private async book(): Promise<void> {
    const { world } = this;
    const { random, promises } = world;
    this.orders += 1;
    // Every shop counts its orders from 1, and its keys too.
    const key = `order-${this.orders}`;
    const reference = `${this.prefix()}${this.orders}`;
    const asked = this.parcel(reference, promises.beginShipment());
    const priced = await this.call("POST", "/v1/bookings", this.headers(key), { ...asked, agreedTotal: 1 });
    if (priced?.status === 201) return world.fail(`${reference} was booked at R 1.00`);
    const agreedTotal = Number(priced?.data.total);
    if (priced?.status !== 409 || !agreedTotal) return;
    const body = { ...asked, agreedTotal };
    const booked = await this.call("POST", "/v1/bookings", this.headers(key), body);
    if (booked?.status !== 201) return;
    const { id, price } = booked.data as Booking;
    const cents = Math.round(agreedTotal * 100);
    if (Math.round((price?.pricing.totals.grandTotal ?? 0) * 100) !== cents)
      world.fail(`${reference} was agreed at ${cents} cents, and answered with another price`);
    promises.bookings.set(id, { cents, owner: this.number });
    if (this.isCalled) this.called.add(id);
    this.made.push({ id, body, key, reference, madeAtMs: world.clock.wall(), adjustments: world.clock.adjustments });
    await world.pause(1 * MINUTES);
    if (random.chance(0.7)) await this.payList(id);
  }

  /** What its keys have booked is paid together, by somebody who is signed in. */
  private async payList(id: string): Promise<void> {
    if (!(await this.isSignedIn()) && !(await this.signIn())) return;
    const page = await this.get(`/payfast/start/${encodeURIComponent(id)}`);
    const [, orderId] = /^\/payfast\/order\/([^?]+)/.exec(page?.location ?? "") ?? [];
    if (!orderId) return;
    this.world.promises.orders.set(decodeURIComponent(orderId), 1);
    await this.payOrder(orderId);
  }

  /** What was sent before comes again: the same, under another key, or another order under the same. */
  private async repeat(): Promise<void> {
    const { world } = this;
    const [one, other] = [this.anyMade(), this.anyMade()];
    if (!one || !other) return;
    // Of what was cancelled, or is kept no more, another is made, also if its answer is lost.
    for (let times = 2; times > 0; times -= 1) world.promises.beginAnew(this.shipmentIn(one.body));
    const again = await this.call("POST", "/v1/bookings", this.headers(one.key), one.body);
    const isKept = world.clock.wall() - one.madeAtMs < SURELY_KEPT_MS && world.clock.adjustments === one.adjustments;
    if (isKept && again && again.data.id !== one.id)
      world.fail(`${one.reference} was ${one.id}, and the same request answers ${again.status} ${again.data.id}`);
    const fresh = await this.call("POST", "/v1/bookings", this.headers(`again-${world.steps}`), one.body);
    const isCancelled = world.promises.cancelled.has(one.id) || this.statusOf(one.id) === "cancelled";
    if (fresh?.status === 201 && !isCancelled) world.fail(`${one.reference} was booked twice`);
    if (one.id === other.id || !isKept) return;
    const mixed = await this.call("POST", "/v1/bookings", this.headers(one.key), other.body);
    if (mixed && mixed.status < 300) world.fail(`the key of ${one.reference} answered for ${other.reference}`);
  }

  private async openOthers(): Promise<void> {
    const { world } = this;
    const others = [...world.promises.bookings].filter(([, { owner }]) => owner !== this.number);
    if (others.length === 0) return;
    const [id] = world.random.pick(others);
    const answer = await this.call("GET", `/v1/bookings/${id}`, this.headers());
    if (answer && answer.status < 400) world.fail(`${this.name} read the booking ${id}, which is somebody else's`);
  }

  /** All pages of its bookings. */
  private async readAll(): Promise<void> {
    const { world } = this;
    const expected = this.made.map(({ id }) => id);
    const found = new Set<string>();
    let after = "";
    for (let pages = 0; pages <= expected.length; pages += 1) {
      const answer = await this.call("GET", `/v1/bookings?limit=${A_PAGE}${after}`, this.headers());
      if (answer?.status !== 200) return;
      const { bookings, next } = answer.data as { bookings: Booking[]; next: string | null };
      for (const { id } of bookings) found.add(id);
      if (next === null) {
        const missing = expected.find((id) => !found.has(id) && this.isStillTheirs(id));
        if (missing) world.fail(`the pages of ${this.name}'s bookings leave out ${missing}`);
        return;
      }
      after = `&after=${encodeURIComponent(next)}`;
    }
  }

  private async cancel(): Promise<void> {
    const one = this.anyMade();
    if (!one) return;
    this.world.promises.cancelTried.add(one.id);
    const answer = await this.call("POST", `/v1/bookings/${one.id}/cancel`, this.headers(), {});
    if (answer?.status === 200) this.world.promises.cancelled.add(one.id);
  }

  private parcel(reference: string, parcelDesc: string) {
    const { random } = this.world;
    const place = { name: this.name, phone: "073 555 0101", addressLine: "9 Vilakazi Street", city: "Soweto" };
    const from = { addressLine: `12 Shop of Person${this.number}`, city: "Germiston", postal: "1431" };
    return {
      ...{ reference, from, to: { ...place, email: `to-${this.number}@mail1.example`, postal: "1804" } },
      parcel: { boxId: random.pick(BOXES), quantity: 1 + random.below(3), parcelDesc },
    };
  }

  private shipmentIn(body: object): string {
    return (body as { parcel: { parcelDesc: string } }).parcel.parcelDesc;
  }

  private anyMade(): Made | undefined {
    return this.made.length > 0 ? this.world.random.pick(this.made) : undefined;
  }

  private statusOf(id: string): string | undefined {
    return this.world.disk.rows<{ status: string }>(`SELECT status FROM quotes WHERE id = '${id}'`)[0]?.status;
  }

  /** What nobody paid is taken out of the account after some months. */
  private isStillTheirs(id: string): boolean {
    return this.world.disk.rows(`SELECT id FROM quotes WHERE id = '${id}' AND uid IS NOT NULL`).length > 0;
  }
}

export async function runAProgram(world: World, number: number): Promise<void> {
  const [phone, server] = [number, number + 1_000].map((each) => Person.phoneOf(world, each, () => number));
  if (!phone || !server) return;
  const program = new Program(world, number, phone, server);
  for (;;) {
    await world.pause(2 * MINUTES + 10 * SECONDS);
    await program.work();
  }
}
