import type { Reader, Tx } from "#db/store.server";
import { answerKept, formKeyOf, keepDone } from "../limits/done-once.server";
import { markInWords, marksOf } from "./driver-marks.server";
import type { Driver } from "./drivers.server";
import type { StopForm } from "./stop-answers.server";

/**
 * A driver's form for a parcel of several pieces. Browsers keep its page for Back: sent again with another answer it would
 * count more pieces, where the driver wanted to correct what they had typed.
 */
type OfPieces = { driver: Driver; waybillNo: string; form: StopForm; of: number };

/** Why another form of the same page isn't counted: what the first one saved; null if there is nothing to say. */
export async function whySavedAlready(store: Reader, page: OfPieces, now: Date): Promise<string | null> {
  const { driver, waybillNo, form, of } = page;
  if (!isOfPieces(page) || (await answerKept(store, marked(page), now)) === null) return null;
  // None after the driver has taken it back.
  const saved = (await marksOf(store, waybillNo)).find(
    ({ driverId, kind }) => driverId === driver.id && kind === form.kind,
  );
  return saved
    ? `You have saved this already: ${markInWords(saved, of)}. For other pieces, open this stop again. If it is wrong, take it back or phone the office.`
    : null;
}

/** Remembers that a page's form was counted. */
export async function noteSaved(tx: Tx, page: OfPieces, now: Date): Promise<void> {
  if (isOfPieces(page)) await keepDone(tx, marked(page), true, now);
}

const isOfPieces = ({ form, of }: OfPieces) => of > 1 && !["nobody_there", "something_wrong"].includes(form.kind);

const marked = ({ driver, waybillNo, form }: OfPieces) => {
  const key = formKeyOf([driver.id, waybillNo, form.key], [form.kind]);
  return { kind: "pieces marked", who: "", key } as const;
};
