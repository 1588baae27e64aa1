import { MINUTES, SECONDS } from "#app/durations";
import { afterBooking } from "./aftermath";
import type { Answer, Form } from "./browser";
import { PRICE_SURELY_HELD_MS } from "./payfast";
import type { Person } from "./person";
import type { World } from "./world";

const SERVED = "1804";
/** Robben Island: parcels there have a manual price. */
const NOT_SERVED = "7400";

/** The pages of a wizard. */
export type Wizard = { addresses: string; parcel: string; review: string; change: string };

export const publicWizard: Wizard = {
  addresses: "/ship/addresses",
  parcel: "/ship/parcel",
  review: "/ship/review",
  change: "/ship/change",
};
export const localWizard: Wizard = {
  addresses: "/ship-local/addresses",
  parcel: "/ship-local/parcel",
  review: "/ship-local/summary",
  change: "/ship-local/change",
};

const text = (data: Record<string, unknown>, name: string) => String(data[name] ?? "");
const form = (data: Record<string, unknown>, name: string) => (data[name] ?? {}) as Form;

/** Sends one parcel, from the first step to the payment or until the person gives up. */
export async function sendParcel(person: Person, wizard: Wizard): Promise<void> {
  const { world } = person;
  const { random, promises } = world;
  const shipment = promises.beginShipment();
  const first = await person.get(wizard.addresses);
  if (first?.status !== 200) return;
  await world.pause(30 * SECONDS);
  const addresses = { ...person.addresses(random.chance(0.15) ? NOT_SERVED : SERVED), ...form(first.data, "keys") };
  let saved = await person.post(wizard.addresses, addresses);
  // If we don't serve the place, the page asks first.
  if (saved?.status === 400) saved = await person.post(wizard.addresses, { ...addresses, askAbout: NOT_SERVED });
  if (saved?.status !== 303) return;

  const quantity = 1 + random.below(3);
  let review = await describeParcel(person, wizard, shipment, quantity);
  if (!review) return;
  if (random.chance(0.15)) {
    // They change their mind in another tab, and then press the first tab's button.
    const other = await describeParcel(person, wizard, shipment, quantity + 1);
    if (!other) return;
    const stale = await person.post(wizard.review, { ...form(review.data, "agreed"), confirm: "on" });
    if (stale && bookedIn(stale) && isOtherPrice(review, other)) {
      world.fail(`${shipment} was booked at a price that is no longer its price`);
    }
    if (stale?.status === 303) return;
    review = other;
  }
  await world.pause(random.chance(0.1) ? 30 * MINUTES : 20 * SECONDS);
  if (random.chance(0.2)) return;
  if (random.chance(0.08)) await untilPriceRunsOut(world, text(review.data, "quoteNo"));
  const quoteId = await book(person, wizard, review);
  if (!quoteId) return;
  await pay(person, quoteId);
  await afterBooking(person, quoteId);
  if (random.chance(0.1)) {
    const changed = await person.post(wizard.change, { token: text(review.data, "token") });
    if (changed?.status === 303) promises.beginAnew(shipment);
  }
}

/** Days later, in the last second. */
async function untilPriceRunsOut({ disk, clock, random, lastMoments }: World, quoteNo: string): Promise<void> {
  const [quote] = disk.rows<{ endsAt: string }>(
    `SELECT expires_at AS endsAt FROM quotes WHERE quote_no = '${quoteNo}'`,
  );
  if (!quote) return;
  const endsAtMs = Date.parse(quote.endsAt);
  await lastMoments.until(endsAtMs);
  await clock.pause(Math.max(1, endsAtMs - clock.wall() - random.below(1 * SECONDS)));
}

async function describeParcel(person: Person, wizard: Wizard, what: string, quantity: number): Promise<Answer | null> {
  const page = await person.get(wizard.parcel);
  if (page?.status !== 200) return null;
  await person.world.pause(20 * SECONDS);
  const parcel = {
    selectedBoxId: "flyer-bag",
    quantity: String(quantity),
    parcelDesc: what,
    declaredValue: "0",
    weight: "",
  };
  const priced = await person.post(wizard.parcel, { ...parcel, specialInstructions: "", ...form(page.data, "keys") });
  if (priced?.status !== 303) return null;
  return review(person, wizard);
}

async function review(person: Person, wizard: Wizard): Promise<Answer | null> {
  const wallMs = person.world.clock.wall();
  const page = await person.get(wizard.review);
  if (page?.status !== 200) return null;
  person.world.promises.quotes.set(text(page.data, "quoteNo"), { wallMs });
  return page;
}

/** Confirms what a review shows. Returns the booking's id, if there is one. */
export async function book(person: Person, wizard: Wizard, shown: Answer): Promise<string | null> {
  const { promises, clock } = person.world;
  const wallMs = clock.wall();
  const agreed = form(shown.data, "agreed");
  const booked = await person.post(wizard.review, { ...agreed, confirm: "on" });
  if (booked?.status !== 303) return null;
  const quoteId = bookedIn(booked);
  if (!quoteId) {
    // A redirect elsewhere means that the session or the draft has expired.
    if (booked.location === wizard.review) promises.wishes.set(text(shown.data, "quoteNo"), { wallMs });
    return null;
  }
  // Staff may have priced it between a request whose answer was lost and its retry: then the next page asks for that
  // price.
  if (agreed.price) promises.bookings.set(quoteId, { cents: Number(agreed.price), owner: person.number });
  return quoteId;
}

/** The booking's id in what answers the review's button: only a booking leads to its payment. */
function bookedIn({ location }: Answer): string | null {
  const [, quoteId] = /^\/payfast\/start\/([^?]+)/.exec(location) ?? [];
  return quoteId ? decodeURIComponent(quoteId) : null;
}

/** Pays for a booking at PayFast: at once, at the second try, twice, or not at all. */
export async function pay(person: Person, quoteId: string): Promise<void> {
  const { world } = person;
  const { random, payfast, promises, clock } = world;
  for (let tries = 0; tries < 3; tries += 1) {
    const partsBefore = promises.partsOf(quoteId);
    const page = await person.get(`/payfast/start/${encodeURIComponent(quoteId)}`);
    if (page?.status !== 200) return;
    const parts = [...partsBefore, ...promises.partsOf(quoteId)];
    const loadedMs = clock.elapsedMs;
    const isTooOld = () => clock.elapsedMs - loadedMs > PRICE_SURELY_HELD_MS;
    const renewal = page.data.renewal as { agreed: string } | null;
    if (renewal) {
      if (isHeld(world, quoteId)) world.fail(`${quoteId} has another price while its own is held`);
      promises.bookings.delete(quoteId);
      await person.post(`/payfast/start/${encodeURIComponent(quoteId)}`, { agreed: renewal.agreed });
      continue;
    }
    const ready = page.data.form as { ok: boolean; fields: [string, string][] };
    if (page.data.priceless || !ready.ok) return;
    const mayBeRefused = whenRestIsOver(world, quoteId, ready.fields);
    const attempt = payfast.open(ready.fields, mayBeRefused);
    if (attempt)
      promises.pricesShown.set(`${quoteId} ${attempt.cents}`, {
        ...{ quoteId, cents: attempt.cents, fields: ready.fields, wallMs: clock.wall() },
      });
    if (!attempt) return world.fail(`the form for ${quoteId} wasn't signed as PayFast wants it`);
    const agreed = promises.bookings.get(quoteId)?.cents;
    if (agreed !== undefined && !parts.some((sum) => agreed - sum === attempt.cents))
      world.fail(`${quoteId} was agreed at ${agreed} cents, ${parts} have come, and ${attempt.cents} were asked for`);

    await world.pause(random.chance(0.1) ? 20 * MINUTES : 20 * SECONDS);
    // Whoever comes back after many days loads the page again: its price may not be held any more.
    if (isTooOld()) continue;
    const does = random.weighed({ pays: 70, fails: 10, cancels: 8, leaves: 8, waits: 4 });
    if (does === "leaves") return;
    if (does === "waits") payfast.decide(attempt, "PENDING");
    payfast.decide(attempt, does === "fails" ? "FAILED" : does === "cancels" ? "CANCELLED" : "COMPLETE");
    if (does === "fails" || does === "cancels") {
      await world.pause(MINUTES);
      await person.get(`/payfast/return?quoteId=${encodeURIComponent(quoteId)}&answered=1`);
      continue;
    }
    // A late notice, which must not take the payment back.
    if (random.chance(0.15)) payfast.decide(attempt, random.pick(["FAILED", "CANCELLED", "PENDING"] as const));
    await person.get(`/payfast/return?quoteId=${encodeURIComponent(quoteId)}`);
    if (random.chance(0.12) && !isTooOld()) {
      // They think that it didn't work, and pay again on the open page.
      const again = payfast.open(ready.fields, mayBeRefused);
      if (again) payfast.decide(again, "COMPLETE");
    }
    return;
  }
}

function isHeld({ disk, clock }: World, quoteId: string): boolean {
  const until = new Date(clock.wall()).toISOString();
  return disk.rows(`SELECT 1 FROM quotes WHERE id = '${quoteId}' AND expires_at > '${until}'`).length > 0;
}

/** The rest of a price is refused once it was paid, or once another part has come or gone back. */
function whenRestIsOver({ promises, disk }: World, quoteId: string, fields: [string, string][]) {
  const quote = () =>
    disk.rows<{ cents: number; wasPaid: number }>(
      `SELECT grand_total_cents AS cents, EXISTS (SELECT 1 FROM payments WHERE quote_id = quotes.id AND state = 'complete') AS wasPaid
        FROM quotes WHERE id = '${quoteId}'`,
    )[0];
  const amount = fields.find(([name]) => name === "amount")?.[1];
  const part = Number(quote()?.cents) - Math.round(Number(amount) * 100);
  if (!promises.parts.has(quoteId) || part === 0) return undefined;
  return () => {
    const parts = promises.partsOf(quoteId);
    // Paid for once, the rest is over, even if the booking was cancelled after.
    return parts.size !== 1 || !parts.has(part) || quote()?.wasPaid === 1;
  };
}

function isOtherPrice(one: Answer, other: Answer): boolean {
  return form(one.data, "agreed").price !== form(other.data, "agreed").price;
}
