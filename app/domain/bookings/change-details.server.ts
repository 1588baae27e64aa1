import type { Cause } from "#app/domain/limits/cause";
import { messagesCatalogue } from "#app/language/messages.server";
import { say } from "#app/language/say";
import type { Reader, Tx } from "#db/store.server";
import { addressesByKey, addressesSchema, isLocal } from "../form/addresses";
import { type AddressFieldName, type Party, parties, spokenName } from "../form/fields";
import type { SavedForm } from "../form/saved-form";
import { readdress } from "../messages/addresses.server";
import { writeToCustomer } from "../messages/customer-emails.server";
import { sendNewLinks } from "../messages/new-links.server";
import { parcelFacts, readerAt } from "../messages/parcel-facts";
import { tellFormerReceiver } from "../messages/tell-former-receiver.server";
import { tellOnceReached } from "../messages/write-again.server";
import { historyOf, piecesOf, setPieces, waybillOfQuote } from "../parcels/issue-waybill.server";
import { answerReports } from "../parcels/open-reports.server";
import { countPieces } from "../parcels/pieces";
import { changeForm } from "../parcels/quotes/change-form.server";
import { formHash } from "../parcels/quotes/fingerprint.server";
import { workOutPrice } from "../parcels/quotes/price-draft.server";
import { isNameless, type Quote } from "../parcels/quotes/quote";
import { spokenWaybillNumber } from "../parcels/waybill-number";
import { compose, type Fact, type Link } from "../post/compose";
import { salutationAt, signatureWithPhone } from "../post/customer-words";
import type { Email } from "../post/email";
import type { PricingService } from "../prices/contract/pricing-service";
import type { Cents } from "../values/money";
import { type DoneOr, refused } from "../values/refused";

/** New values for fields of the two addresses. */
export type DetailChanges = Partial<Record<AddressFieldName, string>>;

/**
 * The result of checking a change. `differenceCents` is how much more it would cost than was agreed; null when unknown.
 * `errors` are by field; none when the booking can't be changed at all.
 */
export type Judged = DoneOr<
  { form: SavedForm; changed: AddressFieldName[]; differenceCents: Cents | null },
  { errors: Partial<Record<AddressFieldName, string[]>> }
>;

/**
 * Checks whether a booking may be changed: until it is delivered, and the sender's side only until it is collected. The
 * form's rules apply. With another postal code the price is calculated again.
 */
export async function judgeChange(
  store: Reader,
  pricing: PricingService,
  quote: Quote,
  changes: DetailChanges,
): Promise<Judged> {
  const why = await whyNotChangeable(store, quote, changes);
  if (why) return { ok: false, why, errors: {} };
  const { addresses, parcel } = quote.formSnapshot;
  const isMoved = (party: Party) =>
    (["AddressLine", "Suburb", "Landmark"] as const)
      .map((field) => `${party}${field}` as const)
      .some((name) => changes[name] !== undefined && changes[name] !== addresses[name]);
  // A post box that was taken before is no reason to refuse another phone.
  const asked = parties.filter(isMoved);
  const inForm = addressesSchema(isLocal(addresses) ? "home" : "abroad", () => true, asked);
  const read = (quote.apiKeyId ? addressesByKey(asked) : inForm).safeParse({ ...addresses, ...changes });
  if (!read.success) {
    const errors = Object.fromEntries(read.error.issues.map(({ path, message }) => [String(path[0]), [message]]));
    return { ok: false, why: `${read.error.issues[0]?.message}.`, errors };
  }
  const changed = (Object.keys(changes) as AddressFieldName[]).filter((name) => read.data[name] !== addresses[name]);
  const form = { addresses: read.data, parcel };
  const isElsewhere = changed.includes("fromPostal") || changed.includes("toPostal");
  if (!isElsewhere) return { ok: true, form, changed, differenceCents: 0 };
  const [was, is] = [
    await workOutPrice(pricing, quote.journey, quote.formSnapshot),
    await workOutPrice(pricing, quote.journey, form),
  ];
  const isPriced = was.grandTotalCents !== null && is.grandTotalCents !== null;
  return {
    ok: true,
    form,
    changed,
    differenceCents: isPriced ? Number(is.grandTotalCents) - Number(was.grandTotalCents) : null,
  };
}

/** Applies a checked change to a booking's addresses, and tells both people what changed, and a receiver whose email or phone was
 * replaced. */
export async function changeDetails(
  tx: Tx,
  quote: Quote,
  { form, changed }: Extract<Judged, { ok: true }>,
  { cause, link, now }: { cause: Cause; link: Link | null; now: Date },
): Promise<void> {
  if (changed.length === 0) return;
  const values = Object.fromEntries(changed.map((name) => [name, form.addresses[name]]));
  const formSnapshot = await changeForm(
    tx,
    quote.id,
    (saved) => {
      const formSnapshot = { ...saved, addresses: { ...saved.addresses, ...values } };
      const { fromPostal, toPostal } = formSnapshot.addresses;
      return { formSnapshot, formHash: formHash(formSnapshot), fromPostal, toPostal };
    },
    now,
  );
  const waybillNo = (await waybillOfQuote(tx, quote.id))?.waybillNo;
  if (waybillNo) await answerReports(tx, waybillNo, now);
  await readdress(tx, quote.id, now);
  await tellFormerReceiver(tx, cause, quote, formSnapshot, now);
  await tellOnceReached(tx, quote, now);
  await sendNewLinks(tx, cause, [quote], now);
  const changes = changed.map(
    (name): Fact => [
      say`${spokenName(name)}`,
      formSnapshot.addresses[name]
        ? say`${formSnapshot.addresses[name]}`
        : messagesCatalogue().bookings.changedToNothing,
    ],
  );
  const facts = { waybillNo, changes };
  const quantity = waybillNo ? (await piecesOf(tx, waybillNo)).of : quote.quantity;
  const asChanged = { ...quote, formSnapshot, quantity };
  const email = (to: string, link: Link | null) => bookingChanged(asChanged, { ...facts, link, to }, now);
  await writeToCustomer(tx, cause, asChanged, "changed", email(quote.email, link), now, (_, to) => email(to, null));
}

/**
 * Records that the sender sends fewer pieces than they booked, or all of them after all, and tells both people. The price
 * stays as it is.
 */
export async function changePieces(
  tx: Tx,
  quote: Quote,
  pieces: number,
  { cause, link, now }: { cause: Cause; link: Link | null; now: Date },
): Promise<DoneOr<{ piecesBefore: number; booked: number }>> {
  const waybillNo = (await waybillOfQuote(tx, quote.id))?.waybillNo;
  const refusal = waybillNo ? await whyNotChangeable(tx, quote, {}) : "it isn't paid yet: book it again";
  if (!waybillNo || refusal) return refused(refusal ?? "");
  const { of, booked } = await piecesOf(tx, waybillNo);
  const { collected, delivered, returned } = countPieces(await historyOf(tx, waybillNo), of);
  const least = Math.max(1, collected, delivered + returned);
  if (pieces < least || pieces > booked)
    return refused(
      least === booked
        ? `it has to have ${booked} ${booked === 1 ? "piece" : "pieces"}`
        : `it can have ${least} to ${booked} pieces`,
    );
  await answerReports(tx, waybillNo, now);
  if (pieces === of) return { ok: true, piecesBefore: of, booked };
  await setPieces(tx, waybillNo, pieces === booked ? null : pieces);
  const facts = {
    waybillNo,
    changes: [
      [messagesCatalogue().emails.facts.pieces, messagesCatalogue().bookings.changedPieces(pieces, booked)] as const,
    ],
  };
  const sent = { ...quote, quantity: pieces };
  const email = (to: string, link: Link | null) => bookingChanged(sent, { ...facts, link, to }, now);
  await writeToCustomer(tx, cause, quote, "changed", email(quote.email, link), now, (_, to) => email(to, null));
  return { ok: true, piecesBefore: of, booked };
}

async function whyNotChangeable(store: Reader, quote: Quote, changes: DetailChanges): Promise<string | null> {
  if (quote.status === "cancelled") return "it was cancelled";
  if (!quote.bookedAt) return "nobody has booked it: its customer can change it on the site";
  if (isNameless(quote)) return "its customer's data was deleted";
  const waybill = await waybillOfQuote(store, quote.id);
  if (!waybill) return null;
  if (!waybill.nextVisit) return "its way is over: it was delivered or returned";
  const isSenders = Object.keys(changes).some((name) => name.startsWith("from"));
  return waybill.nextVisit !== "collection" && isSenders
    ? "it has been collected: only the receiver's side can change"
    : null;
}

/** To sender and receiver: what changed in a booking, so that whoever didn't ask for the change can object. */
export function bookingChanged(
  quote: Quote,
  { to, waybillNo, changes, link }: { to: string; waybillNo: string | undefined; changes: Fact[]; link: Link | null },
  now: Date,
): Email {
  const { about } = messagesCatalogue().emails;
  return {
    key: `booking-changed:${quote.id}:${now.toISOString()}:${to === quote.email ? "sender" : "receiver"}`,
    to,
    ...compose({
      ...messagesCatalogue().bookings.changed(link !== null),
      about: waybillNo ? about.waybill(spokenWaybillNumber(waybillNo)) : about.quote(quote.quoteNo),
      greeting: salutationAt(to, quote.formSnapshot.addresses),
      facts: [...changes, ...parcelFacts(quote, readerAt(quote, to))],
      links: link ? [link] : [],
      signature: signatureWithPhone(),
    }),
  };
}
