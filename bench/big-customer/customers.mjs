export const PASSWORD = "kasi-taxi-rank-7";
/** As many as a scanner's list, and more than a PDF of labels takes. */
const SCANNED = 196;
/** As many as are paid together. */
const UNPAID = 100;
const PIECES = 100;

/**
 * A customer with so many bookings, made by the site's own code: delivered, but for some that nobody has collected, one
 * of them of many pieces, and some unpaid in one order.
 * @param site { load, url, dataDir, store }
 */
export async function aCustomer({ load, url, dataDir, store }, email, bookings, scannedAtMost = SCANNED) {
  const { aVerifiedCustomer } = await load("/tests/support/a-customer.ts");
  const { makeKey } = await load("/tests/support/an-api-key.ts");
  const { aParcel } = await load("/demo/a-parcel.ts");
  const { byKey } = await load("/demo/bookings.ts");
  const { worldOf } = await load("/tests/support/a-world.ts");
  const { provenOwner } = await load("/app/domain/accounts/accounts.server.ts");
  const { orderOpenList } = await load("/app/domain/quotes/payment-order.server.ts");
  const visitor = await aVerifiedCustomer({ url, dataDir }, email);
  const key = await makeKey(visitor, "My shop");
  const { uid } = await provenOwner(store.read, email);
  const world = worldOf(store, "simulator");
  const answers = { addresses: { fromEmail: email, toEmail: "" } };
  const made = (n, parcel = {}) => aParcel({ ...answers, parcel }).booked(byKey({ uid, keyId: "a-key" }, `${n}`));
  const now = new Date();
  const [open, scanned] = [UNPAID, scannedAtMost].map((most) => Math.min(most, Math.floor(bookings / 3)));
  const many = await made("pieces", { quantity: PIECES }).delivered().in(world, now);
  for (let n = 1; n < bookings - open - scanned; n += 1) await made(n).delivered().in(world, now);
  const toCollect = [];
  for (let n = 0; n < scanned; n += 1) toCollect.push((await made(`scanned ${n}`).paid().in(world, now)).waybillNo);
  const unpaid = [];
  for (let n = 0; n < open; n += 1) unpaid.push((await made(`open ${n}`).unpaid().in(world, now)).quote);
  const orderId = await store.tx((tx) => orderOpenList(tx, unpaid[0]));
  return { email, uid, visitor, key, orderId, toCollect, pieces: many.quote.id };
}
