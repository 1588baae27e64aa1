import { DAYS } from "#app/durations";
import { paths } from "#app/paths";
import { waybillsWith } from "#db/quotes-of-person.server";
import { readSiteFacts } from "#db/site-facts.server";
import type { Tx } from "#db/store.server";
import { nextMomentToLeave } from "../mail/leave-together";
import { queueEmail, takeBackEmail } from "../mail/outbox.server";
import { type Party, parties } from "../shipments/fields";
import { queueText } from "../texts/queue-text.server";
import { newId } from "../values/ids.server";
import { normalisePhone } from "../values/phone.server";
import { signedPath } from "../values/signed-link.server";
import { type FoundParcel, linksAgain, linksAgainText } from "./links-again-emails";

/** Nobody looks for the number of an older parcel. */
const LOOKED_FOR_MS = 180 * DAYS;
const MOST_PARCELS = 5;

/** Where this stands in the place of a booking that isn't there, so that looking takes as long. */
const nobodys: FoundParcel = { waybillNo: "TH0000000000", route: "Katlehong to Khayelitsha", links: [] };

/**
 * Sends the links of somebody's parcels again: by email, and by text to whoever asked by phone. The sender's open the waybill;
 * the receiver gets the tracking alone. For a contact that stands in no booking the same is done, and taken back at once, so
 * that the answer takes as long. Don't have the emails sent afterwards: they leave by themselves.
 * @param contact an email in small letters, or a phone as `+27821234567`
 */
export async function sendLinksAgain(tx: Tx, contact: string, at: { appUrl: string; now: Date }): Promise<void> {
  const { now } = at;
  const linkKey = (await readSiteFacts(tx))?.linkKey ?? "";
  const rows = await waybillsWith(tx, contact, new Date(now.getTime() - LOOKED_FOR_MS), MOST_PARCELS);
  const theirs = rows.flatMap((row) => {
    const party = partyWith(row.form.addresses, row.email, contact);
    return party ? [{ ...row, party }] : [];
  });
  const found = theirs.map(({ waybillNo, form, party }) =>
    parcelOf(waybillNo, form.addresses, party, linkKey, at.appUrl),
  );
  const [newest] = theirs;
  const email = contact.includes("@") ? contact : (newest && emailOf(newest)) || "nobody@thuma.example";
  const id = newId();
  const message = linksAgain(id, email, found.length > 0 ? found : [nobodys]);
  await queueEmail(tx, message, now, nextMomentToLeave(now));
  if (found.length === 0) await takeBackEmail(tx, message.key);
  if (contact.includes("@")) return;
  const text = linksAgainText(id, contact, found[0] ?? nobodys);
  await queueText(tx, text, now, nextMomentToLeave(now));
  if (found.length === 0) await takeBackEmail(tx, text.key);
}

type Addresses = Record<string, string | undefined>;

/** Whose contact it is in a booking. The account's email counts as the sender's. */
function partyWith(addresses: Addresses, accountEmail: string, contact: string): Party | null {
  if (accountEmail.toLowerCase() === contact) return "from";
  const isTheirs = (party: Party) =>
    addresses[`${party}Email`]?.toLowerCase() === contact ||
    ["Phone", "Cell"].some((field) => normalisePhone(addresses[party + field] ?? "") === contact);
  return parties.find(isTheirs) ?? null;
}

function emailOf({ party, email, form }: { party: Party; email: string; form: { addresses: Addresses } }): string {
  return party === "from" ? email : (form.addresses.toEmail ?? "");
}

function parcelOf(
  waybillNo: string,
  { fromCity, toCity }: Addresses,
  party: Party,
  linkKey: string,
  appUrl: string,
): FoundParcel {
  const waybill = { label: "Waybill", url: `${appUrl}${signedPath(linkKey, paths.waybill(waybillNo))}` };
  const tracking = { label: "Tracking", url: `${appUrl}${paths.piece(waybillNo, 1)}` };
  const links = party === "from" && linkKey ? [waybill, tracking] : [tracking];
  return { waybillNo, route: `${fromCity} to ${toCity}`, links };
}
