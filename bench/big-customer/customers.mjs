import { copyBookings } from "./copies.mjs";

export const PASSWORD = "kasi-taxi-rank-7";
/** A scanner's list; a PDF of labels takes a hundred of them. */
const SCANNED = 196;
/** As many as are paid together. */
const UNPAID = 100;
const PIECES = 100;

/** Within so long all are booked. */
const YEARS_MS = 2 * 365 * 24 * 60 * 60 * 1000;
/** After so many the emails count as sent: the site would still send them while it is measured. */
const LETTERS_EVERY = 50;

/**
 * A customer with so many bookings to one receiver, made by the site's own code: delivered, but for some that nobody has
 * collected and some that are unpaid, in one order. One of them has many pieces.
 * @param site { load, url, dataDir, store }
 * @param copies so many times the delivered bookings' rows are copied
 */
export async function aCustomer({ load, url, dataDir, store }, name, bookings, copies = 0) {
  const { aVerifiedCustomer } = await load("/tests/support/a-customer.ts");
  const { makeKey } = await load("/tests/support/an-api-key.ts");
  const { aParcel } = await load("/demo/a-parcel.ts");
  const { worldOf } = await load("/tests/support/a-world.ts");
  const { provenOwner } = await load("/app/domain/accounts/accounts.server.ts");
  const { orderOpenList } = await load("/app/domain/parcels/quotes/payment-order.server.ts");
  const email = `${name}@example.co.za`;
  const receiver = `receiver-of-${name}@example.co.za`;
  const visitor = await aVerifiedCustomer({ url, dataDir }, email);
  const key = await makeKey(visitor, "My shop");
  const { uid } = await provenOwner(store.read, email);
  const world = worldOf(store, "simulator");
  const answers = { addresses: { fromEmail: email, toEmail: receiver } };
  const now = new Date();
  const book = await bookerAtOnePrice(load, world, { uid, keyId: "a-key" }, now);
  let booked = 0;
  const made = async (history, parcel = {}) => {
    booked += 1;
    if (booked % LETTERS_EVERY === 0) await sendLetters(load, store);
    const at = new Date(now.getTime() - ((bookings - booked) / bookings) * YEARS_MS);
    return history(aParcel({ ...answers, parcel }).booked(book)).in(world, at);
  };
  const [open, scanned] = [UNPAID, SCANNED].map((most) => Math.min(most, Math.floor(bookings / 3)));
  const many = await made((parcel) => parcel.delivered(), { quantity: PIECES });
  for (let n = 1; n < bookings - open - scanned; n += 1) await made((parcel) => parcel.delivered());
  await sendLetters(load, store);
  if (copies > 0) copyBookings(dataDir, uid, copies);
  const toCollect = [];
  for (let n = 0; n < scanned; n += 1) toCollect.push((await made((parcel) => parcel.paid())).waybillNo);
  const unpaid = [];
  for (let n = 0; n < open; n += 1) unpaid.push((await made((parcel) => parcel.unpaid())).quote);
  const orderId = await store.tx((tx) => orderOpenList(tx, unpaid[0]));
  await sendLetters(load, store);
  return { email, receiver, uid, visitor, key, orderId, toCollect, pieces: many.quote.id };
}

/** Books by key; the price of each form is worked out once, of today: there were no prices when the oldest are booked. */
async function bookerAtOnePrice(load, world, shop, pricedAt) {
  const { askedByKey } = await load("/demo/bookings.ts");
  const { bookByKey } = await load("/app/domain/bookings/book-by-key.server.ts");
  const { newId } = await load("/app/domain/values/ids.server.ts");
  const { limitsAsked } = await load("/demo/limits-asked.ts");
  const site = { mode: world.gateway.mode, origin: world.appUrl };
  const prices = new Map();
  return async (_, answers, now) => {
    const form = JSON.stringify(answers);
    if (!prices.has(form)) prices.set(form, await askedByKey(world, answers, pricedAt));
    const asked = { ...shop, reference: newId(), ...prices.get(form) };
    const done = await world.store.tx((tx) => bookByKey(tx, limitsAsked, asked, site, now));
    if ("booked" in done) return done.booked;
    throw new Error(`not booked: ${done.detail}`);
  };
}

async function sendLetters(load, store) {
  const { outgoingMails } = await load("/db/schema/mail.ts");
  const { eq } = await load("/node_modules/drizzle-orm/index.js");
  await store.tx((tx) => tx.update(outgoingMails).set({ state: "sent" }).where(eq(outgoingMails.state, "queued")));
}
