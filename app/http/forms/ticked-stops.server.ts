import type { AppLoadContext } from "@remix-run/node";
import { markAtStop } from "#app/domain/drivers/mark-at-stop.server";
import { reportMark, type StopOfForm, stopOfForm } from "#app/domain/drivers/reported-marks.server";
import type { StopForm } from "#app/domain/drivers/stop-answers.server";
import { mayMark } from "#app/domain/drivers/stop-views.server";
import type { Tx } from "#db/store.server";
import { alsoTicked } from "./stop-form.server";

/** The other stops of the same driver that the form ticks. */
export async function stopsTicked(
  context: AppLoadContext,
  form: FormData,
  { id, driver }: StopOfForm,
  now: Date,
): Promise<StopOfForm[]> {
  const { store } = context.services;
  const stops = await Promise.all(
    alsoTicked(context.settings, form, id).map((other) => stopOfForm(store.read, other, null, now)),
  );
  return stops.filter((other) => other !== null).filter((other) => other.driver.id === driver.id);
}

/** The numbers of what was marked with a stop's parcel, and of what the office decides about. */
export type OtherMarks = { saved: string[]; reported: string[] };

/** Marks what was ticked as the stop's own parcel was. What can't be saved goes to the office, because the driver leaves. */
export async function markOthers(
  tx: Tx,
  asMark: string,
  ticked: readonly StopOfForm[],
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
