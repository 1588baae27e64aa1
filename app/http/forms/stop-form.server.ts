import type { Config } from "#app/config.server";
import { makePhoto, type PhotoOrBusy } from "#app/domain/drivers/photo-process.server";
import type { StopForm } from "#app/domain/drivers/stop-answers.server";
import { visits } from "#app/domain/parcels/visits";
import { typedQuery } from "#app/http/forms/typed-form.server";
import { log } from "#app/log.server";
import { signedText, signedTextIn } from "#app/signature.server";
import { driverMarkKinds } from "#db/schema/rounds";
import { carriedValue, typedValues } from "./forms.server";

const STOP_FORM = "stop-form";

/** Says in a stop's form which stop, and so which driver, it was made for, whoever sends it. */
export function signedStop(settings: Config, stopId: string): string {
  return signedText(settings, STOP_FORM, stopId);
}

/** The id of the stop that a form was made for; null if we didn't sign it. */
export function stopSigned(settings: Config, form: FormData): string | null {
  return signedTextIn(settings, STOP_FORM, carriedValue(form, "signed"));
}

/** Says of another stop that it is at the same gate, so that both may be marked by one form. */
export function signedAlso(settings: Config, stopId: string, otherId: string): string {
  return signedText(settings, alsoAt(stopId), otherId);
}

/** The ids of the stops that were ticked in the form of a stop. */
export function alsoTicked(settings: Config, form: FormData, stopId: string): string[] {
  return tickedIn(form).flatMap((ticked) => signedTextIn(settings, alsoAt(stopId), ticked) ?? []);
}

/** Says which other stops the page of a stop offered: only those can be left out. */
export function signedOffer(settings: Config, stopId: string, otherIds: readonly string[]): string {
  return signedText(settings, offeredAt(stopId), otherIds.join(" "));
}

/** The ids of the stops that the form of a stop offered and that weren't ticked. */
export function alsoLeftOut(settings: Config, form: FormData, stopId: string): string[] {
  const offered = signedTextIn(settings, offeredAt(stopId), carriedValue(form, "beside"));
  const ticked = alsoTicked(settings, form, stopId);
  return (offered ?? "").split(" ").filter((id) => id !== "" && !ticked.includes(id));
}

const offeredAt = (stopId: string) => `${STOP_FORM} beside ${stopId}`;
const alsoAt = (stopId: string) => `${STOP_FORM} also ${stopId}`;

const tickedIn = (form: FormData) => form.getAll("also").filter((each) => typeof each === "string");

/** A driver's form, and its state for showing it again. No answers if no button was pressed. */
export function readStopForm(form: FormData, request: Request) {
  const { mark, pieces = "", pin = "", takenBy = "", reason = "", more = "", beside, whyLeft } = typedValues(form);
  const kind = driverMarkKinds.find((known) => known === mark);
  const visit = visits.find((known) => known === carriedValue(form, "visit")) ?? null;
  const key = carriedValue(form, "key");
  const values = {
    key: key ?? "",
    mark: mark ?? "",
    pieces,
    pin,
    takenBy,
    reason,
    more,
    also: tickedIn(form).join(" "),
    ...(beside !== undefined && { beside }),
    ...(whyLeft !== undefined && { whyLeft }),
  };
  const answers: StopForm | null =
    kind && key ? { kind, visit, key, pieces, pin, takenBy, reason, more, filledInAt: filledInAt(request) } : null;
  return { answers, values };
}

/**
 * Whether a photo was taken. A phone that sends the mark before its photo sends the file's name, as a form does whose
 * files aren't sent.
 */
export function hasPhoto(form: FormData): boolean {
  const photo = form.get("photo");
  return photo !== null && (typeof photo === "string" ? photo !== "" : photo.size > 0);
}

/** The photo that came with a form, re-encoded; null if none did. */
export async function photoIn(form: FormData): Promise<PhotoOrBusy | null> {
  const file = form.get("photo");
  if (file === null || typeof file === "string" || file.size === 0) return null;
  const photo = await makePhoto(new Uint8Array(await file.arrayBuffer()));
  if ("failure" in photo) log.error({ failure: photo.failure }, "the program that reads photos failed");
  return photo;
}

/** Tells the phone's worker that the office has the mark, although its photo isn't saved. */
export const MARK_SAVED = { "Mark-Saved": "1" };

/** Tells the phone's worker that the office has all of the mark as a report, and what to show for it; blank: nothing. */
export const markReported = (words: string) => ({ "Mark-Reported": encodeURIComponent(words) });

/** When a form was filled in, if the phone's worker stored it without a signal: `?at=2026-11-21T10:00:00.000Z`. */
export function filledInAt(request: Request): Date | null {
  const at = new Date(typedQuery(request).get("at") ?? "");
  return Number.isNaN(at.getTime()) ? null : at;
}
