import { setTimeout as pause } from "node:timers/promises";
import { spokenWaybillNumber } from "#app/domain/waybills/waybill-number";

/** What a driver sees: whose stop it is, what stands there, which stops are open, and of which the phone keeps a mark. */
export type Sight = { stop: string | null; text: string; open: string[]; kept: string[] };
export type Kind = "delivered" | "nobody_there";

/** A driver's phone on a line that breaks. Each of these throws, or shows something else, where it broke. */
export type Phone = {
  openList(): Promise<Sight>;
  /** From the list. */
  openStop(stop: string): Promise<Sight>;
  /** On a stop's page: fills in its form, presses the button, and waits for the page that it leads to. */
  mark(stop: string, kind: Kind): Promise<Sight>;
};

const BREATH_MS = 200;

/**
 * Works a round off, as the pages lead, until the list says that all is done. Whatever breaks: the list again. Returns the
 * stops that a page called saved, or kept on the phone, and that the list then asked for again: what was lost.
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
        // Seen once, it may have been on its way while the list was made.
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

/** The next page says so, or the phone keeps it, or the list has nothing left. */
function isSaved(stop: string, { stop: next, text, kept }: Sight): boolean {
  if (text.includes(`${spokenWaybillNumber(stop)} is saved`)) return true;
  return next !== stop && (kept.includes(stop) || text.includes("All stops are done"));
}
