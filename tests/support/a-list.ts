import { proveAddress } from "#app/domain/accounts/accounts.server";
import { readImport } from "#app/domain/bookings/import-list.server";
import { bookImport } from "#app/domain/bookings/imported-bookings.server";
import { openPlaces } from "#app/domain/places/places.server";
import { embeddedPricing } from "#app/domain/pricing/embedded.server";
import type { Quote } from "#app/domain/quotes/quote";
import type { Office } from "./an-office";

const HEADING =
  "fromAddressLine,fromCity,fromPostal,toName,toEmail,toPhone,toAddressLine,toCity,Receiver postal,Packaging,quantity,What is inside";

/** A line of a shop's list. */
export const aLine = (name: string, box = "flyer-bag", email = "z@example.com") =>
  `12 Shop Street,Germiston,1431,${name},${email},082 123 4567,"9 Vilakazi Street, behind the church",Soweto,1804,${box},2,Shoes`;

/** A shop's list as a spreadsheet writes it. */
export const aList = (...lines: string[]) => `\uFEFF${[HEADING, ...lines].join("\r\n")}\r\n`;

/** Some bookings of an account that are paid with one payment. What no receiver is given for goes to the first. */
export async function bookedTogether(
  office: Office,
  email: string,
  at: Date,
  boxes = ["flyer-bag", "stock-2"],
  receivers = ["z@example.com"],
) {
  const { account } = await office.joined(email, at);
  await office.store.tx((tx) => proveAddress(tx, account.uid, email, at));
  const content = aList(
    ...boxes.map((box, index) => aLine(`Zodwa ${"ABCDEF"[index] ?? "Z"}`, box, receivers[index] ?? receivers[0])),
  );
  const list = await readImport(
    office.store.read,
    { pricing: embeddedPricing(office.store, () => at), places: openPlaces(office.store, () => at) },
    account,
    content,
    at,
  );
  if (!list.ok) throw new Error(list.faults.join("\n"));
  const site = { mode: "sandbox", appUrl: "http://thuma.example" } as const;
  const booked = await office.store.tx((tx) =>
    bookImport(tx, account, { ...list, content, termsVersion: null }, site, at),
  );
  return { ...booked, account };
}

/** An order's sum, which PayFast is asked for. */
export const sumOf = (quotes: Pick<Quote, "grandTotalCents">[]) =>
  quotes.reduce((sum, { grandTotalCents }) => sum + (grandTotalCents ?? 0), 0);
