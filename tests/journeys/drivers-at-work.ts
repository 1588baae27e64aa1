import { setTimeout as pause } from "node:timers/promises";
import { spokenWaybillNumber } from "#app/domain/parcels/waybill-number";

/** What a driver sees: the page's stop, its text, the open stops, and those with a mark stored on the phone. */
export type Sight = { stop: string | null; text: string; open: string[]; kept: string[] };
export type Kind = "delivered" | "nobody_there";

/** A driver's phone on a connection that breaks. Each of these throws, or shows another page, if it broke. */
export type Phone = {
  openList(): Promise<Sight>;
  /** From the list. */
  openStop(stop: string): Promise<Sight>;
  /** On a stop's page: fills in its form, presses the button, and waits for the next page. */
  mark(stop: string, kind: Kind): Promise<Sight>;
};

const BREATH_MS = 200;

/**
 * Works through a round until the list says that everything is done. After a failure it opens the list again. Returns
 * the stops that a page called saved, or stored on the phone, and that the list then asked for again: lost marks.
 */
export async function workOff(phone: Phone, kindOf: (stop: string) => Kind): Promise<string[]> {
  const saved = new Set<string>();
  const lost: string[] = [];
  let doubtful = "";
  for (;;) {
    try {
      const { text, open, kept } = await phone.openList();
      if (kept.length === 0 && text.includes("All stops are done")) return lost;
      const next = open.find((stop) => !saved.has(stop)) ?? open[0];
      if (!next || kept.includes(next)) throw new Error("look again later");
      if (saved.has(next)) {
        // Once is allowed: the mark may have been under way while the list was made.
        const isFirstTime = doubtful !== next;
        doubtful = next;
        if (isFirstTime) throw new Error("look again");
        lost.push(next);
        saved.delete(next);
      }
      let sight = await phone.openStop(next);
      while (sight.stop && !saved.has(sight.stop)) {
        const { stop } = sight;
        sight = await phone.mark(stop, kindOf(stop));
        if (!isSaved(stop, sight)) break;
        saved.add(stop);
      }
    } catch {
      await pause(BREATH_MS);
    }
  }
}

/** The next page says so, or the phone has stored it, or the list is empty. */
function isSaved(stop: string, { stop: next, text, kept }: Sight): boolean {
  if (text.includes(`${spokenWaybillNumber(stop)} is saved`)) return true;
  return next !== stop && (kept.includes(stop) || text.includes("All stops are done"));
}
