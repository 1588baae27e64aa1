import type { Cause } from "#app/domain/limits/cause";
import { messagesCatalogue } from "#app/language/messages.server";
import { number, say } from "#app/language/say";
import type { Tx } from "#db/store.server";
import { cellPhoneOf } from "../form/contacts.server";
import type { SavedForm } from "../form/saved-form";
import type { Quote } from "../parcels/quotes/quote";
import { undeliveredWaybill } from "../parcels/undelivered.server";
import { spokenWaybillNumber } from "../parcels/waybill-number";
import { compose } from "../post/compose";
import { signatureWithPhone } from "../post/customer-words";
import type { Email } from "../post/email";
import { wordingThatFits } from "../post/one-part";
import { TO_FORMER } from "./addresses.server";
import { notifyPeople } from "./notify.server";

/**
 * Tells the receiver's former email or phone that messages about a parcel on its way go elsewhere now, and a phone also if
 * the parcel does, but not where: otherwise whoever changes it would be the only one to hear of a changed day.
 * @param booking the booking as it was
 */
export async function tellFormerReceiver(
  tx: Tx,
  cause: Cause,
  booking: Quote,
  changedForm: SavedForm,
  now: Date,
): Promise<void> {
  const waybillNo = await undeliveredWaybill(tx, booking);
  if (!waybillNo) return;
  const [was, is] = [booking.formSnapshot.addresses.toEmail.toLowerCase(), changedForm.addresses.toEmail.toLowerCase()];
  const cell = cellPhoneOf(booking.formSnapshot.addresses, "to");
  const isElsewhere = placeOf(booking.formSnapshot) !== placeOf(changedForm);
  const key = `${TO_FORMER}:${booking.id}:${now.toISOString()}`;
  const isOtherPhone = cell !== null && cell !== cellPhoneOf(changedForm.addresses, "to");
  const receiverText = isOtherPhone
    ? {
        key: `${key}:sms`,
        about: "Another phone",
        words: inAText(waybillNo, isElsewhere),
        holds: "nothing secret" as const,
      }
    : undefined;
  // A sender who was also the receiver learns of the change as the sender.
  const isOtherEmail = was !== is && was !== booking.email.toLowerCase();
  const receiver = isOtherEmail ? (_: unknown, to: string) => byEmail(waybillNo, { key, to }) : undefined;
  await notifyPeople(tx, cause, booking, "receiver_changed", { receiver, receiverText }, now);
}

function byEmail(waybillNo: string, { key, to }: Pick<Email, "key" | "to">): Email {
  const { about, facts, goodDay } = messagesCatalogue().emails;
  const shown = spokenWaybillNumber(waybillNo);
  return {
    key,
    to,
    ...compose({
      ...messagesCatalogue().toReceiver.newEmail(),
      about: about.waybill(shown),
      greeting: goodDay,
      facts: [[facts.waybill, say`${number(shown)}`]],
      signature: signatureWithPhone(),
    }),
  };
}

/** One part. */
function inAText(waybillNo: string, isElsewhere: boolean): string {
  return wordingThatFits(messagesCatalogue().texts.newPhone(spokenWaybillNumber(waybillNo), isElsewhere));
}

const placeOf = ({ addresses: { toAddressLine, toSuburb, toCity, toPostal } }: SavedForm) =>
  JSON.stringify([toAddressLine, toSuburb, toCity, toPostal]);
