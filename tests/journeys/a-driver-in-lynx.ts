import { setTimeout as pause } from "node:timers/promises";
import { spokenWaybillNumber } from "#app/domain/parcels/waybill-number";
import { numberIn } from "#app/domain/values/reference-number";
import { TextBrowser } from "../text-browsers/text-browser.mjs";
import { lynx } from "../text-browsers/ways.mjs";
import type { Phone, Sight } from "./drivers-at-work";

/** A limit for hangs: a page has a minute. */
const LOOKS = 600;
const LOOK_EVERY_MS = 100;
/** A page that hasn't changed for this long is complete. */
const LOOKS_AT_REST = 6;
/** Lynx's messages while it waits for a page, and for a moment after the connection broke. */
const BUSY = /HTTP request sent|HTTP connection|Looking up|Read \d|Getting|Retrying|Alert!/;
const RELOADS = 10;
const NUMBER = /TH \d{3} \d{3} \d{3} \d/;

/** A driver who is signed in with Lynx in a terminal. */
export async function lynxPhone(home: string, link: string, pinOf: (stop: string) => string) {
  const browser = await TextBrowser.start(lynx, home + link);
  await browser.arrive("Your stops on this phone");
  await browser.press("Sign in on this phone");
  await browser.arrive("Next: ");
  let opened = 0;

  /**
   * Waits until the screen matches. Throws if the connection broke: then Lynx stays where it is, or shows half a page.
   */
  async function see(pattern: RegExp): Promise<Sight> {
    for (let looks = 0, atRest = 0; looks < LOOKS && atRest < LOOKS_AT_REST; looks += 1) {
      await pause(LOOK_EVERY_MS);
      const text = (await browser.shown()).replace(/\s+/g, " ");
      if (!BUSY.test(text) && pattern.test(text)) return readScreen(text);
      atRest = BUSY.test(text) ? 0 : atRest + 1;
    }
    throw new Error("nothing came");
  }

  const phone: Phone = {
    async openList() {
      // A new address each time, because Lynx shows a cached page instead of asking again.
      opened += 1;
      await browser.open(`${home}/drive?look=${opened}`);
      return see(/Next: |All stops are done/);
    },
    async openStop() {
      browser.line = 0;
      await browser.press("Next: ");
      for (let times = 0; times < RELOADS; times += 1) {
        const stop = await see(/Another problem\?/).catch(() => null);
        if (stop) return stop;
        // Lynx caches half a page as if it were complete.
        browser.reload();
      }
      throw new Error("no whole page came");
    },
    async mark(stop) {
      browser.line = 0;
      await browser.fill("The receiver's PIN", pinOf(stop));
      const isNext = new RegExp(`${spokenWaybillNumber(stop)} is saved|All stops are done`);
      for (;;) {
        browser.line = 0;
        await browser.press("Delivered");
        const after = await see(isNext).catch(() => null);
        if (after) return after;
      }
    },
  };
  return { phone, close: () => browser.close() };
}

function readScreen(text: string): Sight {
  const after = (words: string) => numberIn(NUMBER.exec(text.split(words).slice(1).join(words))?.[0] ?? "", "waybill");
  const next = after("Next:");
  const isStop = text.includes("Another problem?");
  return {
    stop: isStop ? (next ?? numberIn(NUMBER.exec(text)?.[0] ?? "", "waybill")) : null,
    text,
    open: next && !isStop ? [next] : [],
    kept: [],
  };
}
