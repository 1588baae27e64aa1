import path from "node:path";
import Database from "better-sqlite3";
import { isPostgres } from "#db/dialect";
import { addresses, parcel } from "../../demo/typed-answers";
import type { Site } from "./open-site";
import { staff } from "./staff";
import { inTheDatabase } from "./store-place";
import { type Page, Visitor } from "./visitor";

type Answers = Record<string, string>;

/** A visitor without an account and without scripts, before the first step. */
export async function aGuest(site: Site, guest = new Visitor(site.url)): Promise<Visitor> {
  await guest.open("/ship/addresses");
  return guest;
}

/** A guest who has given both addresses. */
export async function aGuestAtTheParcel(site: Site, given: Answers = {}, visitor?: Visitor): Promise<Visitor> {
  const guest = await aGuest(site, visitor);
  const page = await guest.press("Next", { ...addresses, ...given });
  // If we don't serve the place, the page asks first.
  if (page.text.includes("Ask us for a price")) await guest.press("Ask us for a price");
  return guest;
}

/** A guest on the review, with a price or without; or somebody who is signed in. */
export async function aGuestAtTheReview(
  site: Site,
  given: { addresses?: Answers; parcel?: Answers } = {},
  visitor?: Visitor,
) {
  const guest = await aGuestAtTheParcel(site, given.addresses, visitor);
  const page = await guest.press("Calculate Quote", { ...parcel, ...given.parcel });
  // If a parcel is too heavy for its box, the page asks once and then accepts it.
  if (page.status === 400 && page.text.includes("Over box limit")) await guest.press("Calculate Quote");
  return guest;
}

/** A guest who has confirmed the booking and is about to pay. */
export async function aGuestAtThePayment(site: Site): Promise<Visitor> {
  const guest = await aGuestAtTheReview(site);
  await guest.press("Book This Collection", { confirm: "on" });
  return guest;
}

/** A guest who has paid and has a waybill number. */
export async function aGuestWithAWaybill(site: Site): Promise<{ guest: Visitor; waybillNo: string }> {
  const guest = await aGuestAtThePayment(site);
  await guest.press("Pay now");
  const { text } = await guest.press("Complete payment");
  const waybillNo = text.match(/TH \d{3} \d{3} \d{3} \d/)?.[0].replaceAll(" ", "");
  if (!waybillNo) throw new Error(`no waybill number: ${text}`);
  return { guest, waybillNo };
}

/** A guest who has paid for a parcel that is heavier than booked, and is asked for more. */
export async function aGuestAskedForMore(site: Site): Promise<{ guest: Visitor; waybillNo: string; chargeId: string }> {
  const { guest, waybillNo } = await aGuestWithAWaybill(site);
  const said = ["--because", "It weighs 12 kg.", "--agreed", "Nomsa, by phone, 14:20"];
  const { err, code } = await staff(site, ["charge", waybillNo, "--weight", "12", ...said]);
  if (code !== 0) throw new Error(err);
  const [charge] = inTheFile<{ id: string }>(
    site,
    `SELECT charges.id FROM charges JOIN waybills USING (quote_id) WHERE waybill_no = '${waybillNo}'`,
  );
  return { guest, waybillNo, chargeId: charge?.id ?? "" };
}

/** A guest who is about to pay R 6 000,00, which staff have priced: dear enough for its invoice to name the buyer. */
export async function aGuestWithADearParcel(site: Site): Promise<{ guest: Visitor; quoteNo: string }> {
  const guest = await aGuestAtTheReview(site, { addresses: { toPostal: "9100" } });
  await guest.press("Request Manual Quote", { confirm: "on" });
  const [quote] = inTheFile<{ id: string; quoteNo: string }>(
    site,
    `SELECT id, quote_no AS "quoteNo" FROM quotes WHERE manual_requested_at IS NOT NULL`,
  );
  const { id = "", quoteNo = "" } = quote ?? {};
  await staff(site, ["price", "quote", quoteNo, "6 000,00"]);
  await guest.open(`/payfast/start/${id}`);
  return { guest, quoteNo };
}

/** Reads or changes the site's data as staff do: in its file or, when the tests run on PostgreSQL, in its database. */
export function inTheFile<Row = Record<string, unknown>>(site: { dataDir: string }, statement: string): Row[] {
  const file = path.join(site.dataDir, "courier.db");
  if (isPostgres) return inTheDatabase(file, statement);
  const staff = new Database(file, { timeout: 2000 });
  try {
    const prepared = staff.prepare(statement);
    if (prepared.reader) return prepared.all() as Row[];
    prepared.run();
    return [];
  } finally {
    staff.close();
  }
}

/** The messages in the page's error summary. */
export function complaintsOn({ document }: Page): string[] {
  return document.querySelectorAll("#errors li").map((line) => line.text);
}
