import type { Account } from "#app/domain/accounts/account";
import { proveAddress } from "#app/domain/accounts/accounts.server";
import { type ReadImport, readImport } from "#app/domain/bookings/import-list.server";
import { giveGuestQuotes } from "#app/domain/parcels/quotes/owned-quotes.server";
import { embeddedPricing } from "#app/domain/prices/embedded.server";
import { openPlaces } from "#app/domain/prices/places.server";
import { limitsAsked } from "../../demo/limits-asked";
import { anOffice, type Office } from "./an-office";

export const HEAD =
  "toName,toEmail,toPhone,toAddressLine,toSuburb,toCity,toPostal,selectedBoxId,quantity,parcelDesc,declaredValue";
const TO_SIPHO = "Sipho Dlamini,sipho@example.co.za,073 555 0101,12 Ncome Crescent,Orlando East,Soweto,1804";
export const LINE = `${TO_SIPHO},flyer-bag,1,School shoes,0`;

/** A shop that has booked one parcel, so that its lists need no sender, and reads a list of these lines. */
export async function anImporter(
  now: Date,
): Promise<{ office: Office; account: Account; read(...lines: string[]): Promise<ReadImport> }> {
  const office = await anOffice();
  await office.booked({}, now);
  const { account } = await office.joined("shop@example.co.za", now);
  await office.store.tx(async (tx) => {
    await proveAddress(tx, account.uid, account.email, now);
    await giveGuestQuotes(tx, "a-guest", account.uid, now);
  });
  const sources = {
    pricing: embeddedPricing(office.store, () => now),
    places: openPlaces(office.store, () => now),
  };
  return {
    office,
    account,
    read: (...lines) => readImport(office.store.read, limitsAsked, sources, account, lines.join("\n"), now),
  };
}
