import { eq } from "drizzle-orm";
import { trackingEvents } from "#db/schema/waybills";
import type { Tx } from "#db/store.server";
import { newId } from "../values/ids.server";
import { saDateTime } from "../values/sa-time";
import { makePin } from "./delivery-pin.server";
import { findWaybill, historyOf, type TrackingEvent } from "./issue-waybill.server";
import { judgeMark, type Mark } from "./marks";

export type Marking = { ok: true; added: boolean; since: Date } | { ok: false; refusal: string };

/** Adds what happened to a parcel. Its tracking page shows it at once; said again it adds nothing. */
export async function markParcel(
  tx: Tx,
  waybillNo: string,
  mark: { kind: Mark; happenedAt: Date; place: string | null; correct?: boolean },
  now: Date,
): Promise<Marking> {
  if (!(await findWaybill(tx, waybillNo))) return { ok: false, refusal: "there is no such waybill" };
  const history = await historyOf(tx, waybillNo);
  const judged = judgeMark(history, mark, now, mark.correct);
  if (judged.kind === "known") return { ok: true, added: false, since: judged.since };
  if (judged.kind === "refused") return { ok: false, refusal: inWords(judged.refusal, history.at(-1)) };
  const { kind, place } = mark;
  await tx.insert(trackingEvents).values({ id: newId(), waybillNo, kind, place, happenedAt: judged.happenedAt });
  if (kind === "out_for_delivery") await makePin(tx, waybillNo, now);
  return { ok: true, added: true, since: judged.happenedAt };
}

/** Takes a parcel's last mark back. What booking and cancelling wrote stays. */
export async function undoMark(
  tx: Tx,
  waybillNo: string,
): Promise<{ ok: true; undone: TrackingEvent } | { ok: false; refusal: string }> {
  if (!(await findWaybill(tx, waybillNo))) return { ok: false, refusal: "there is no such waybill" };
  const last = (await historyOf(tx, waybillNo)).at(-1);
  if (!last || last.kind === "booked") return { ok: false, refusal: "it has no mark to undo" };
  if (last.kind === "cancelled") return { ok: false, refusal: "its booking was cancelled, which can't be undone" };
  await tx.delete(trackingEvents).where(eq(trackingEvents.id, last.id));
  return { ok: true, undone: last };
}

/** A mark as dispatchers say it: "out for delivery". */
export function spokenMark(kind: string): string {
  return kind.replaceAll("_", " ");
}

type Refusal = Extract<ReturnType<typeof judgeMark>, { kind: "refused" }>["refusal"];

function inWords(refusal: Refusal, last: TrackingEvent | undefined): string {
  if (!last || refusal === "cancelled") return "its booking was cancelled";
  const before = `it is ${spokenMark(last.kind)} since ${saDateTime(last.happenedAt)}`;
  const words = {
    "not yet": "that time is in the future",
    "too early":
      last.kind === "booked"
        ? `it was booked only on ${saDateTime(last.happenedAt)}; nothing can be added before that`
        : `${before}; nothing can be added before that (undo mark removes the last one)`,
    "out of order": `${before}; to do it anyway, add --correct`,
  };
  return words[refusal];
}
