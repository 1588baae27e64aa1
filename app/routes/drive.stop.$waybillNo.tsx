import {
  type ActionFunctionArgs,
  type HeadersFunction,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { company } from "#app/company.server";
import { lookedAt } from "#app/domain/rounds/looks.server";
import { markAtStop } from "#app/domain/rounds/mark-at-stop.server";
import { dayOf, mayMark, stopOf } from "#app/domain/rounds/stop-views.server";
import { newId } from "#app/domain/values/ids.server";
import { saDay } from "#app/domain/values/sa-time";
import { expectPhoto, keepPhoto } from "#app/domain/waybills/delivery-proof.server";
import { choicesAt } from "#app/domain/waybills/reports";
import { normaliseWaybillNumber, spokenWaybillNumber } from "#app/domain/waybills/waybill-number";
import { refuseForeignForm } from "#app/http/forms/same-site.server";
import { filledInAt, hasPhoto, MARK_SAVED, photoIn, readStopForm } from "#app/http/forms/stop-form.server";
import { TRY_AGAIN_S, unlessUnwritable } from "#app/http/forms/unwritable.server";
import { onward, type PrivateAnswer, privately, tooBusy } from "#app/http/pages/private-page.server";
import { driverHere } from "#app/http/sign-in/driver.server";
import { paths } from "#app/paths";
import { DriveShell } from "#app/ui/drivers/drive-shell";
import { PhotoForm } from "#app/ui/drivers/photo-form";
import { StopCard } from "#app/ui/drivers/stop-card";
import { StopForms } from "#app/ui/drivers/stop-forms";
import { blankForm } from "#app/ui/forms/field-state";
import { Notice } from "#app/ui/notice";
import { privatePageMeta } from "#app/ui/shell/page-meta";

export const handle = { enhance: "drive" };
export const headers: HeadersFunction = ({ actionHeaders }) => (actionHeaders.has("Mark-Saved") ? MARK_SAVED : {});
export const meta: MetaFunction = ({ params }) => privatePageMeta(`Stop ${params.waybillNo ?? ""}`);

/** One stop, for its driver on its day and the day before. Anybody else is sent to the tracking page. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const waybillNo = normaliseWaybillNumber(params.waybillNo ?? "");
  if (!waybillNo) throw new Response("Not Found", { status: 404 });
  const who = await driverHere(request);
  const { store } = await company();
  const now = new Date();
  const stop = who && (await stopOf(store.read, who.driver, waybillNo, now));
  if (!who || !stop) throw redirect(paths.tracking(waybillNo));
  await store.tx((tx) => lookedAt(tx, who.driver, [stop], now));
  const before = new URL(request.url).searchParams.get("done");
  const saved = before ? normaliseWaybillNumber(before) : null;
  const choices = { nobody_there: choicesAt("nobody_there"), something_wrong: choicesAt("something_wrong") };
  const page = {
    stop,
    choices,
    hidden: { key: newId(), token: who.formToken },
    saved: saved && spokenWaybillNumber(saved),
  };
  return json(page, privately());
}

/** Saves the driver's mark once, and redirects to the next stop. */
export async function action({ request, params }: ActionFunctionArgs) {
  const waybillNo = normaliseWaybillNumber(params.waybillNo ?? "");
  const who = await driverHere(request);
  const { store, sendEmails } = await company();
  const now = new Date();
  if (!who || !waybillNo || !(await mayMark(store.read, who.driver, waybillNo, filledInAt(request), now)))
    throw notYours();
  const { driver, sessionId } = who;
  const form = await request.formData();
  refuseForeignForm(request, form, sessionId);
  const { answers, values } = readStopForm(form, request);
  const refuse = (words: string, how: PrivateAnswer, field = "") =>
    json({ values, errors: { [field]: [words] }, savedKey: "" }, how);
  if (!answers) return refuse("Press one of the buttons.", privately(400));
  const withoutPhoto = (words: string, { status, headers }: PrivateAnswer) =>
    json(
      { values, errors: { photo: [words] }, savedKey: answers.key },
      { status, headers: { ...headers, ...MARK_SAVED } },
    );
  const mark = async () => {
    const marked = await store.tx(async (tx) => {
      const marked = await markAtStop(tx, { driver, waybillNo }, answers, now);
      if (marked.ok && hasPhoto(form)) await expectPhoto(tx, marked.markId);
      return marked;
    });
    if (!marked.ok) return refuse(marked.words, privately(400), idOf(marked.field, answers.kind));
    sendEmails();
    return unlessUnwritable(() => goOn(marked.markId), withoutPhoto);
  };
  // Only now: whatever happens to the photo, the mark is saved.
  const goOn = async (markId: string) => {
    const photo = await photoIn(form);
    if (photo && !photo.ok) return withoutPhoto(photo.words, "isBusy" in photo ? tooBusy(TRY_AGAIN_S) : privately(400));
    if (photo) await store.tx((tx) => keepPhoto(tx, { markId, waybillNo, jpeg: photo.jpeg }, now));
    const next = (await dayOf(store.read, driver, saDay(now), now)).find(({ done, isOver }) => !done && !isOver);
    return onward(`${next ? paths.driverStop(next.waybillNo) : paths.drive}?done=${waybillNo}`);
  };
  return unlessUnwritable(mark, refuse);
}

/** Several forms on the page have the same field, so its id includes the form's name. */
function idOf(field: string, kind: string): string {
  return field === "pieces" || field === "reason" ? `${kind}-${field}` : field;
}

export default function DriverStop() {
  const { stop, choices, hidden, saved } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>() ?? { ...blankForm, savedKey: "" };
  if (state.savedKey) {
    return (
      <DriveShell>
        <PhotoForm shownNo={stop.shownNo} hidden={{ ...hidden, key: state.savedKey }} state={state} />
      </DriveShell>
    );
  }
  return (
    <DriveShell>
      {saved ? (
        <Notice tone="good">
          <p>{saved} is saved. Next:</p>
        </Notice>
      ) : null}
      <h1>{stop.shownNo}</h1>
      {stop.done ? <p>{stop.done}</p> : null}
      {stop.isOver ? <p>Nothing is left to do here.</p> : null}
      <StopCard stop={stop} />
      {stop.isOver ? null : <StopForms stop={stop} choices={choices} hidden={hidden} state={state} />}
    </DriveShell>
  );
}

/** Also for a driver who was signed out or blocked meanwhile: their phone must not think that the mark was saved. */
function notYours(): Response {
  return new Response(
    "This isn't one of your stops, or this phone isn't signed in any more. Nothing was saved: phone the office.",
    {
      status: 403,
      statusText: "Forbidden",
      headers: { "Cache-Control": "no-store" },
    },
  );
}
