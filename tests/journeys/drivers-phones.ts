import { parse } from "node-html-parser";
import type { Page as BrowserPage } from "playwright-core";
import { Visitor } from "../support/visitor";
import type { Kind, Phone, Sight } from "./drivers-at-work";

const ANSWERS = {
  delivered: { button: "Delivered", takenBy: "Gogo Mabena", reason: "The phone is off or lost" },
  nobody_there: { button: "Nobody there", reason: "The gate is closed" },
} as const;
/**
 * Allows for a mark that the worker stores after 24 seconds without an answer, and for pages on the slowest connection.
 */
const PAGE_MS = 40_000;
/** For elements of a page that is already loaded. */
const FIELD_MS = 3_000;
const RELOADS = 5;

/**
 * A browser without scripts, driven without Chromium. A request that was cut off is repeated until its answer is
 * complete.
 */
export function plainPhone(visitor: PatientVisitor): Phone {
  return {
    openList: async () => readPage(await visitor.open("/drive")),
    openStop: async (stop) => readPage(await visitor.open(addressOf(stop))),
    async mark(_, kind) {
      const { button, ...answers } = ANSWERS[kind];
      return readPage(await visitor.press(button, answers));
    },
  };
}

export class PatientVisitor extends Visitor {
  protected override async ask(url: URL, init: RequestInit): Promise<Response> {
    for (;;) {
      try {
        const answer = await fetch(url, init);
        const body = await answer.arrayBuffer();
        const { status, headers } = answer;
        const whole = new Response(body.byteLength ? body : null, { status, headers });
        return Object.defineProperty(whole, "url", { value: url.href });
      } catch {
        // Cut off: the same request again.
      }
    }
  }
}

/** Chromium, with scripts or without. Without, its driver reloads the browser's own error page. */
export function chromiumPhone(page: BrowserPage, home: string): Phone {
  const look = async () => readPage({ html: await page.content(), url: page.url() });
  const open = async (path: string) => {
    await arrives(page, () => page.goto(home + path, { waitUntil: "commit", timeout: PAGE_MS }));
    return look();
  };
  return {
    openList: () => open("/drive"),
    openStop: (stop) => open(addressOf(stop)),
    async mark(_, kind) {
      await fillIn(page, kind);
      await arrives(page, () =>
        page.getByRole("button", { name: ANSWERS[kind].button, exact: true }).click({ timeout: FIELD_MS }),
      );
      for (let times = 0; times < RELOADS && !page.url().startsWith(home); times += 1)
        await arrives(page, () => page.reload({ waitUntil: "commit", timeout: PAGE_MS }));
      return look();
    },
  };
}

async function fillIn(page: BrowserPage, kind: Kind): Promise<void> {
  const { reason } = ANSWERS[kind];
  if (kind === "delivered") await page.locator("#takenBy").fill(ANSWERS.delivered.takenBy, { timeout: FIELD_MS });
  await page.locator(`#${kind}-reason`).selectOption(reason, { timeout: FIELD_MS });
}

/** Until a page is complete, or the connection has broken in the middle: such a page never finishes loading. */
async function arrives(page: BrowserPage, lead: () => Promise<unknown>): Promise<void> {
  const arrived = Promise.race([
    page.waitForEvent("load", { timeout: PAGE_MS }),
    page.waitForEvent("requestfailed", {
      predicate: (request) => request.isNavigationRequest(),
      timeout: PAGE_MS,
    }),
  ]);
  await Promise.all([arrived, lead().catch(() => undefined)]);
}

function readPage({ html, url }: { html: string; url: string }): Sight {
  const document = parse(html);
  const main = document.querySelector("main");
  const stopsIn = (links: string) =>
    document.querySelectorAll(links).map((link) => /TH\d{10}/.exec(link.getAttribute("href") ?? "")?.[0] ?? "");
  const isWhole = document.querySelector("button[value=something_wrong]") !== null;
  const [, stop = null] = /\/drive\/stop\/(TH\d{10})/.exec(url) ?? [];
  return {
    // Without its last form the page is incomplete, or nothing is left to do.
    stop: isWhole ? stop : null,
    text: (main ?? document).textContent.replace(/\s+/g, " "),
    open: stopsIn(`a[data-keep], h2 + .card + p a.button`),
    kept: stopsIn(".notice.info a"),
  };
}

function addressOf(stop: string): string {
  return `/drive/stop/${stop}`;
}
