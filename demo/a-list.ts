import { accountById } from "#app/domain/accounts/accounts.server";
import { importColumns, readImport } from "#app/domain/bookings/import-list.server";
import { bookImport } from "#app/domain/bookings/imported-bookings.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { TERMS_VERSION } from "#app/domain/parcels/quotes/terms-version";
import { openPlaces } from "#app/domain/prices/places.server";
import { amountFromCents } from "#app/domain/values/money";
import { type Answers, aDraft } from "./a-draft";
import { aParcel, type History } from "./a-parcel";
import { pricesAt, type World } from "./world";

/**
 * Parcels that an account books with one list: `const [first, second] = aListOfParcels(uid, [{}, {}])`. All are booked when the
 * first thing happens to one of them, and the first one's payment pays for all.
 */
export function aListOfParcels(uid: string, parcels: Answers[]): History[] {
  let booked: Promise<Quote[]> | undefined;
  return parcels.map((answers, place) => {
    const parcel = aParcel(answers).booked(async (world, _answers, now) => {
      booked ??= bookList(world, uid, parcels, now).then((order) => order.booked);
      const quote = (await booked)[place];
      if (!quote) throw new Error(`line ${place + 1} wasn't booked`);
      return quote;
    });
    return place === 0 ? parcel : parcel.paidWithOthers();
  });
}

/** Books a list, whose parcels nobody has paid yet. */
export async function bookList(world: World, uid: string, parcels: Answers[], now: Date) {
  const account = await accountById(world.store.read, uid);
  if (!account) throw new Error(`there is no account ${uid}`);
  const content = [importColumns, ...parcels.map(columnsOf)].map(csvLine).join("\n");
  const readers = { pricing: pricesAt(world, now), places: openPlaces(world.store, () => now) };
  const list = await readImport(world.store.read, "the office", readers, account, content, now);
  if (!list.ok) throw new Error(list.faults.join("\n"));
  const asked = { priced: list.priced, content, termsVersion: TERMS_VERSION };
  const site = { mode: world.gateway.mode, appUrl: world.appUrl };
  const outcome = await world.store.tx((tx) => bookImport(tx, "the office", account, asked, site, now));
  if ("refused" in outcome) throw new Error(`not booked: ${outcome.detail}`);
  return { account, ...outcome };
}

function columnsOf(answers: Answers): string[] {
  const { addresses, parcel } = aDraft(answers);
  const { declaredCents, ...said } = parcel;
  const typed: Record<string, unknown> = { ...addresses, ...said, declaredValue: amountFromCents(declaredCents) };
  return importColumns.map((name) => String(typed[name] ?? ""));
}

const csvLine = (columns: string[]) => columns.map((column) => `"${column.replaceAll('"', '""')}"`).join(",");
