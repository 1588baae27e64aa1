import { proveAddress } from "#app/domain/accounts/accounts.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { bookList } from "../../demo/a-list";
import { worldOf } from "./a-world";
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
  { store, joined }: Pick<Office, "store" | "joined">,
  email: string,
  at: Date,
  boxes = ["flyer-bag", "stock-2"],
  receivers = ["z@example.com"],
) {
  const { account } = await joined(email, at);
  await store.tx((tx) => proveAddress(tx, account.uid, email, at));
  const parcels = boxes.map((selectedBoxId, index) => ({
    addresses: {
      ...{ fromEmail: email, toName: `Zodwa ${"ABCDEF"[index] ?? "Z"}`, toSuburb: "" },
      toEmail: receivers[index] ?? receivers[0],
    },
    parcel: { selectedBoxId, quantity: 2 },
  }));
  return bookList(worldOf(store), account.uid, parcels, at);
}

/** An order's sum, which PayFast is asked for. */
export const sumOf = (quotes: Pick<Quote, "grandTotalCents">[]) =>
  quotes.reduce((sum, { grandTotalCents }) => sum + (grandTotalCents ?? 0), 0);
