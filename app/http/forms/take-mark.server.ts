import { type AppLoadContext, json } from "@remix-run/node";
import { markAtStop } from "#app/domain/drivers/mark-at-stop.server";
import { keepReportedPhoto, reportMark, type StopOfForm, stopOfForm } from "#app/domain/drivers/reported-marks.server";
import type { StopForm } from "#app/domain/drivers/stop-answers.server";
import { mayMark } from "#app/domain/drivers/stop-views.server";
import { expectPhoto, keepPhoto } from "#app/domain/parcels/delivery-proof.server";
import { reportOfLeftOut } from "#app/domain/parcels/reports";
import { typedForm } from "#app/http/forms/typed-form.server";
import { onward, type PrivateAnswer, privately, tooBusy } from "#app/http/pages/private-page.server";
import { type DriverHere, driverHere } from "#app/http/sign-in/driver.server";
import { paths } from "#app/paths";
import type { Tx } from "#db/store.server";
import { isFormOf, refuseForeignForm, refuseOtherSites } from "./same-site.server";
import {
  alsoLeftOut,
  alsoTicked,
  filledInAt,
  hasPhoto,
  MARK_SAVED,
  markReported,
  photoIn,
  readStopForm,
  stopSigned,
} from "./stop-form.server";
import { TRY_AGAIN_S, unlessUnwritable } from "./unwritable.server";

const CHOOSE_AGAIN = "Choose the photo again: it was not kept.";
export const FIRST_PHOTO = "This mark had a photo already. The first photo stays.";

/**
 * Saves the mark of a stop's form once, and redirects to the page that says so and leads to the next stop. A mark that
 * can't be believed goes to the office as a report of the driver whose form it is.
 */
export async function takeMark(request: Request, context: AppLoadContext, waybillNo: string | null) {
  if (!waybillNo) throw notYours();
  const signedInDriver = await driverHere(request, context);
  const { store, sendEmails } = context.services;
  const now = new Date();
  const form = await typedForm(request);
  const signed = stopSigned(context.settings, form);
  const stop = signed ? await stopOfForm(store.read, signed, waybillNo, now) : null;
  const { answers, values } = readStopForm(form, request);
  const isOwn =
    signedInDriver !== null &&
    (stop ? stop.driver.id === signedInDriver.driver.id : isFormOf(context.settings, signedInDriver.sessionId, form));
  if (
    !signedInDriver ||
    !isOwn ||
    !(await mayMark(store.read, signedInDriver.driver, waybillNo, filledInAt(request), now))
  ) {
    if (!stop || !answers) throw notYours();
    refuseOtherSites(request, context.settings);
    const isAnothers = signedInDriver !== null && signedInDriver.driver.id !== stop.driver.id;
    throw await report(context, stop, { form, answers, why: whyNot(signedInDriver, stop), isAnothers }, now);
  }
  const { driver, sessionId } = signedInDriver;
  refuseForeignForm(request, context.settings, form, sessionId);
  const isStored = filledInAt(request) !== null;
  const refuse = (words: string, how: PrivateAnswer, field = "") => {
    // The page of a stop of days ago redirects, which the phone would read as "saved".
    if (isStored) throw refusal(words, how.headers, how.status);
    // A browser never fills in a file again.
    const again = hasPhoto(form) && field !== "photo" ? { photo: [CHOOSE_AGAIN] } : {};
    return json({ values, errors: { ...again, [field]: [words] }, savedKey: "" }, how);
  };
  if (!answers) return refuse("Press one of the buttons.", privately(400));
  const withoutPhoto = (words: string, { status, headers }: PrivateAnswer) => {
    const how = { status, headers: { ...headers, ...MARK_SAVED } };
    if (isStored) throw refusal(words, how.headers, status);
    return json({ values, errors: { photo: [words] }, savedKey: answers.key }, how);
  };
  const left = stop ? await stopsLeftOut(context, form, stop, now) : [];
  const reportOfLeft = reportOfLeftOut(values.whyLeft ?? "");
  // Whoever sends a stored form has left.
  if (left.length > 0 && reportOfLeft === undefined && !isStored)
    return refuse("Choose why you leave one out.", privately(400), idOf("whyLeft", answers.kind));
  const mark = async () => {
    const ticked = stop ? await stopsTicked(context, form, stop, now) : [];
    const marked = await store.tx(async (tx) => {
      const together = ticked.map((other) => other.waybillNo);
      const marked = await markAtStop(tx, { driver, waybillNo, together }, answers, now);
      if (marked.ok && hasPhoto(form)) await expectPhoto(tx, marked.markId);
      if (!marked.ok) return marked;
      const others = await markOthers(tx, { ticked, asMark: marked.markId }, answers, now);
      if (!reportOfLeft) return { ...marked, others };
      const wrong = {
        ...answers,
        kind: "something_wrong",
        pin: "",
        takenBy: "",
        reason: reportOfLeft,
        more: "",
      } as const;
      const of = await markOthers(tx, { ticked: left }, wrong, now);
      const all = { saved: [...others.saved, ...of.saved], reported: [...others.reported, ...of.reported] };
      return { ...marked, others: all };
    });
    if (!marked.ok) {
      const { field, why: words } = marked;
      const isReport = stop !== null && isForOffice(answers, field);
      const reported = isReport ? await report(context, stop, { form, answers, why: words }, now) : null;
      if (reported && isStored) throw reported;
      return refuse(words, privately(400), idOf(field, answers.kind));
    }
    sendEmails();
    return unlessUnwritable(() => goOn(marked), withoutPhoto);
  };
  // Only now: whatever happens to the photo, the mark is saved.
  const goOn = async ({ markId, others }: { markId: string; others: OtherMarks }) => {
    const photo = await photoIn(form);
    if (photo && !photo.ok) return withoutPhoto(photo.why, "isBusy" in photo ? tooBusy(TRY_AGAIN_S) : privately(400));
    const isFirst = !photo || (await store.tx((tx) => keepPhoto(tx, { markId, waybillNo, jpeg: photo.jpeg }, now)));
    if (!isFirst && isStored) throw refusal(FIRST_PHOTO, MARK_SAVED, 409);
    const query = new URLSearchParams({ done: [waybillNo, ...others.saved].join(" ") });
    if (others.reported.length > 0) query.set("not", others.reported.join(" "));
    if (!isFirst) query.set("photo", "first");
    return onward(`${paths.drive}?${query}`);
  };
  return unlessUnwritable(mark, refuse);
}

/**
 * Whether the office hears of a mark that was refused: not of a field that the driver can correct, because the page is
 * still open.
 */
function isForOffice({ filledInAt, pin }: StopForm, field: string): boolean {
  return filledInAt !== null || field === "" || (field === "pin" && pin.trim() !== "");
}

/** Gives a mark to the office, with its photo, and those of what was ticked. Returns the answer, which is no page of the stop. */
async function report(
  context: AppLoadContext,
  stop: StopOfForm,
  { form, answers, why, isAnothers }: { form: FormData; answers: StopForm; why: string; isAnothers?: boolean },
  now: Date,
): Promise<Response> {
  const { store } = context.services;
  const ticked = await stopsTicked(context, form, stop, now);
  const reported = await store.tx(async (tx) => {
    for (const other of ticked) await reportMark(tx, other, { ...answers, pieces: "" }, { why, hasPhoto: false }, now);
    return reportMark(tx, stop, answers, { why, hasPhoto: hasPhoto(form) }, now);
  });
  if (!reported) return refusal("The office has several reports of this stop, and takes no more. Phone the office.");
  if (reported.isCounted) return refusal("The office has this mark already.", markReported(""));
  const photo = await photoIn(form);
  const isFirst = !photo?.ok || (await store.tx((tx) => keepReportedPhoto(tx, reported.id, photo.jpeg)));
  const words = `This isn't counted: ${why.replace(/\.$/, "")}. The office has it as a report of ${stop.driver.name}, and decides.${isFirst ? "" : ` ${FIRST_PHOTO}`}`;
  if (photo && "isBusy" in photo)
    return refusal(`${words} ${photo.why}`, { ...tooBusy(TRY_AGAIN_S).headers, ...MARK_SAVED }, 503);
  return refusal(photo && !photo.ok ? `${words} ${photo.why}` : words, markReported(isAnothers ? "" : words));
}

/** For staff, and for whoever holds the phone. */
function whyNot(signedInDriver: DriverHere | null, { driver }: StopOfForm): string {
  if (driver.blockedAt) return `${driver.name} is blocked.`;
  if (!signedInDriver) return "No driver was signed in on the phone.";
  if (signedInDriver.driver.id !== driver.id) return `${signedInDriver.driver.name} was signed in on the phone.`;
  return `This was not a stop of ${driver.name} any more.`;
}

/** Several forms on the page have the same field, so its id includes the form's name. */
function idOf(field: string, kind: string): string {
  return ["pieces", "reason", "whyLeft"].includes(field) ? `${kind}-${field}` : field;
}

/** For a form that we didn't sign for this stop. The phone must not think that the mark was saved. */
function notYours(): Response {
  return refusal(
    "This isn't one of your stops, or this phone isn't signed in any more. Nothing was saved: phone the office.",
  );
}

function refusal(words: string, headers: Record<string, string> = {}, status = 403): Response {
  return new Response(words, { status, statusText: "Forbidden", headers: { "Cache-Control": "no-store", ...headers } });
}

/** The other stops of the same driver that the form ticks. */
async function stopsTicked(context: AppLoadContext, form: FormData, stop: StopOfForm, now: Date) {
  return othersOf(context, stop, alsoTicked(context.settings, form, stop.id), now);
}

/** Those that its page offered and that aren't ticked. */
async function stopsLeftOut(context: AppLoadContext, form: FormData, stop: StopOfForm, now: Date) {
  return othersOf(context, stop, alsoLeftOut(context.settings, form, stop.id), now);
}

async function othersOf(
  { services: { store } }: AppLoadContext,
  { driver }: StopOfForm,
  ids: string[],
  now: Date,
): Promise<StopOfForm[]> {
  const stops = await Promise.all(ids.map((other) => stopOfForm(store.read, other, null, now)));
  return stops.filter((other) => other !== null).filter((other) => other.driver.id === driver.id);
}

/** The numbers of what was marked with a stop's parcel, and of what the office decides about. */
export type OtherMarks = { saved: string[]; reported: string[] };

/**
 * Marks the other stops of a gate. What can't be saved goes to the office, because the driver leaves.
 * @param asMark the mark of the stop's own parcel, with which these are marked
 */
async function markOthers(
  tx: Tx,
  { ticked, asMark }: { ticked: readonly StopOfForm[]; asMark?: string },
  answers: StopForm,
  now: Date,
): Promise<OtherMarks> {
  const others: OtherMarks = { saved: [], reported: [] };
  const form = { ...answers, pieces: "" };
  for (const stop of ticked) {
    const { driver, waybillNo } = stop;
    const isTheirs = await mayMark(tx, driver, waybillNo, answers.filledInAt, now);
    const marked = isTheirs ? await markAtStop(tx, { driver, waybillNo, asMark }, form, now) : null;
    const why = marked?.ok === false ? marked.why : `This was not a stop of ${driver.name} any more.`;
    if (!marked?.ok) await reportMark(tx, stop, form, { why, hasPhoto: false }, now);
    others[marked?.ok ? "saved" : "reported"].push(waybillNo);
  }
  return others;
}
