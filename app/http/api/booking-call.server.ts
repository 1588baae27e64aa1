import type { Account } from "#app/domain/accounts/account";
import { accountById } from "#app/domain/accounts/accounts.server";
import type { ByKey } from "#app/domain/bookings/book-by-key.server";
import { bookingOf } from "#app/domain/bookings/book-by-key.server";
import { answersOf, asSender, bookingRequestSchema } from "#app/domain/bookings/booking-on-the-wire";
import { readLandmarks } from "#app/domain/bookings/import-list.server";
import { workOutPrice } from "#app/domain/parcels/quotes/price-draft.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { shopsSender } from "#app/domain/parcels/quotes/used-addresses.server";
import { collectionDays } from "#app/domain/prices/open-days.server";
import { checked, type KeyedCall, wrongFields } from "./keyed-api.server";
import { ProblemError } from "./problem.server";

const NO_SENDER = "from is required: the account has no address of its own in its address book, and sent nothing yet.";

/** Reads, checks and prices a booking's body, before anything is written. Throws a problem with every wrong field. */
export async function readBooking({ services, holder, now }: KeyedCall, body: unknown): Promise<ByKey> {
  const { store, pricing, places } = services;
  const account = await accountById(store.read, holder.uid);
  if (!account) throw new ProblemError({ refused: "wrong-key", detail: "The account was deleted." });
  const boxes = await pricing.boxes();
  const days = await collectionDays(store.read, null, now);
  const schema = bookingRequestSchema({
    boxMessage: `boxId must be one of ${boxes.map(({ id }) => id).join(", ")}`,
    knowsBox: (id) => boxes.some((box) => box.id === id),
    days,
    dayMessage: `collectionDay must be one of ${days.join(", ")}`,
  });
  const known = await shopsSender(store.read, account);
  const asked = checked(schema, withSender(body, account, asSender(known)));
  if (!asked.from?.addressLine) throw wrongFields([{ pointer: "/from", detail: NO_SENDER }]);
  const form = answersOf(asked, asked.from);
  const { line } = await readLandmarks({ ...form.addresses }, places);
  const addresses = { ...form.addresses, fromLandmark: line.fromLandmark ?? "", toLandmark: line.toLandmark ?? "" };
  const priced = await workOutPrice(pricing, "local", { addresses, parcel: form.parcel });
  if (priced.status === "error")
    throw new ProblemError({
      refused: "unavailable",
      detail: "We can't give prices right now. Send it again in a few seconds.",
      headers: { "Retry-After": "5" },
    });
  return {
    ...{ uid: holder.uid, keyId: holder.keyId, reference: asked.reference, priced },
    agreedCents: Math.round(asked.agreedTotal * 100),
    termsVersion: asked.termsVersion || holder.termsVersion,
  };
}

/** The body with the sender filled in: all of it if it was left out, otherwise the account's own name and phone. */
function withSender(body: unknown, { name, email, phone }: Account, known: Record<string, string>): unknown {
  if (!isObject(body)) return body;
  const { from } = body;
  if (from === undefined || from === null) return known.addressLine ? { ...body, from: known } : withoutFrom(body);
  return isObject(from) ? { ...body, from: { ...{ name, email, phone }, ...from } } : body;
}

function withoutFrom({ from: _from, ...body }: Record<string, unknown>) {
  return body;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The booking that an address names. Throws a 404 for one of another account. */
export const askedBooking = (call: KeyedCall): Promise<Quote> => bookingWith(call, call.params.id ?? "");

/** The account's booking of this id. Throws a 404 for one of another account. */
export async function bookingWith({ services, holder }: KeyedCall, id: string): Promise<Quote> {
  const quote = await bookingOf(services.store.read, holder.uid, id);
  if (quote) return quote;
  throw new ProblemError({ refused: "not-found", detail: "This account has no booking with this id." });
}
