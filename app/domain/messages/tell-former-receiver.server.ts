import { brand } from "#app/brand";
import { contact, signatureWithPhone } from "#app/contact";
import type { Cause } from "#app/domain/limits/cause";
import type { Tx } from "#db/store.server";
import type { SavedForm } from "../form/saved-form";
import type { Quote } from "../parcels/quotes/quote";
import { undeliveredWaybill } from "../parcels/undelivered.server";
import { spokenWaybillNumber } from "../parcels/waybill-number";
import { compose } from "../post/compose";
import type { Email } from "../post/email";
import { cellPhoneOf, TO_FORMER } from "./addresses.server";
import { notifyPeople } from "./notify.server";

/**
 * Tells the receiver's former email or phone that messages about a parcel on its way go elsewhere now, but not where:
 * otherwise whoever changes it would be the only one to hear of a changed day.
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
  const cell = cellPhoneOf(booking, "to");
  const key = `${TO_FORMER}:${booking.id}:${now.toISOString()}`;
  const isOtherPhone = cell !== null && cell !== cellPhoneOf({ formSnapshot: changedForm }, "to");
  const receiverText = isOtherPhone
    ? { key: `${key}:sms`, about: "Another phone", words: inAText(waybillNo), holds: "nothing secret" as const }
    : undefined;
  // A sender who was also the receiver learns of the change as the sender.
  const isOtherEmail = was !== is && was !== booking.email.toLowerCase();
  const receiver = isOtherEmail ? (_: unknown, to: string) => byEmail(waybillNo, { key, to }) : undefined;
  await notifyPeople(tx, cause, booking, "receiver_changed", { receiver, receiverText }, now);
}

function byEmail(waybillNo: string, { key, to }: Pick<Email, "key" | "to">): Email {
  const number = spokenWaybillNumber(waybillNo);
  return {
    key,
    to,
    ...compose({
      subject: `No more messages to this email: waybill ${number}`,
      greeting: "Good day,",
      opening: ["The receiver's email of this parcel was changed, so we send no more messages about it to this one."],
      facts: [["Waybill number", number]],
      closing: [`If you are the receiver and didn't ask for this, phone us at ${contact().phoneShown}.`],
      signature: signatureWithPhone(),
    }),
  };
}

/** One part. */
function inAText(waybillNo: string): string {
  const number = spokenWaybillNumber(waybillNo);
  return `${brand.name}: ${number}, the receiver's phone was changed: no more text messages to this one. Phone us if this wasn't you: ${contact().phoneShown}.`;
}
