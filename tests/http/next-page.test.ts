import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Draft } from "#app/domain/form/draft";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { journeys } from "#app/http/wizard/journey";
import { nextPage, type Page, pages, type State, stateOf } from "#app/http/wizard/next-page.server";
import { aDraft } from "../../demo/a-draft";

const steps = ["addresses", "parcel", "review"] as const;
const actions = [...steps, "wizard"] as const;
const { id, addresses, parcel } = aDraft();
const drafts: Record<string, Draft> = {
  empty: { id },
  "addresses only": { id, addresses },
  "parcel only": { id, parcel },
  complete: { id, addresses, parcel },
};

const now = new Date("2026-11-23T08:00:00Z");
const quote = {
  ...{ status: "quoted", bookedAt: null, manualRequestedAt: null },
  ...{ formSnapshot: { addresses, parcel }, expiresAt: new Date(now.getTime() + 1) },
} as Quote;
const quotes = { none: null, stale: { ...quote, expiresAt: now }, current: quote, booked: { ...quote, bookedAt: now } };
type QuoteState = keyof typeof quotes;

/** Which steps open for each draft and quote. A link to any other step leads to the last of them. */
const table: [draft: string, quote: QuoteState, opens: string[]][] = [
  ["empty", "none", ["addresses"]],
  ["empty", "stale", ["addresses"]],
  ["empty", "current", ["addresses"]],
  ["empty", "booked", ["review"]],
  ["addresses only", "none", ["addresses", "parcel"]],
  ["addresses only", "stale", ["addresses", "parcel"]],
  ["addresses only", "current", ["addresses", "parcel"]],
  ["addresses only", "booked", ["review"]],
  ["parcel only", "none", ["addresses"]],
  ["parcel only", "stale", ["addresses"]],
  ["parcel only", "current", ["addresses"]],
  ["parcel only", "booked", ["review"]],
  ["complete", "none", ["addresses", "parcel"]],
  ["complete", "stale", ["addresses", "parcel"]],
  ["complete", "current", ["addresses", "parcel", "review"]],
  ["complete", "booked", ["review"]],
];

describe("no step is skipped, and nothing changes once it is booked", () => {
  test.each(table)("draft %s, quote %s: opens %j", (name, quote, opens) => {
    const draft = drafts[name] ?? expect.fail(name);
    const state = stateOf(draft, quotes[quote], now);
    const furthest = opens.at(-1);
    for (const step of steps) {
      const isOpen = opens.includes(step);
      // A booked parcel's first step is the next parcel's.
      const isNextParcel = quote === "booked" && step === "addresses";
      expect(nextPage(state, step)).toBe(isNextParcel ? "anew" : isOpen ? "here" : furthest);
    }
  });

  test("the table has every case", () => {
    const cases = new Set(table.map(([draft, quote]) => `${draft} ${quote}`));
    expect(cases.size).toBe(Object.keys(drafts).length * 4);
  });
});

test("after a booking a wizard starts the next parcel; otherwise it continues", () => {
  const entry = (draft: Draft, quote: QuoteState) => nextPage(stateOf(draft, quotes[quote], now), "wizard");
  expect(entry({ id, addresses, parcel }, "booked")).toBe("addresses");
  expect(entry({ id, addresses, parcel }, "current")).toBe("review");
  expect(entry({ id, addresses }, "none")).toBe("parcel");
});

describe("the table of pages", () => {
  test("has a page for every state and action, and every wizard has the steps that it names", () => {
    for (const [state, row] of Object.entries(pages)) {
      expect([state, Object.keys(row)]).toEqual([state, actions]);
      for (const page of Object.values(row)) expect([state, isPage(page)]).toEqual([state, true]);
    }
    for (const journey of Object.values(journeys)) expect(Object.keys(journey.steps)).toEqual(steps);
    // @ts-expect-error a state without a row is no state
    expect(() => nextPage("unheard of", "parcel")).toThrow();
  });

  test("shows a form that wasn't saved again, at whatever step, and leads on from no other", () => {
    const again: Partial<Record<State, Page>> = {
      ...{
        "choosing a country": 200,
        places: 400,
        wrong: 400,
        coverage: 400,
        towns: 400,
        landmarks: 400,
        "in another script": 400,
      },
      ...{ "over the limit": 400, conflict: 409, turn: 429, unwritable: 503 },
      ...{ changed: 409, blocked: 403, "too many unpaid": 409, left: 204, "link shown": 200 },
    };
    for (const state of Object.keys(pages) as State[])
      for (const action of actions) {
        const page = nextPage(state, action);
        expect([state, action, typeof page === "number" ? page : undefined]).toEqual([state, action, again[state]]);
      }
  });

  test("leads from a saved step to the next one, and to the review once there is a price", () => {
    expect(steps.map((step) => nextPage("answered", step))).toEqual(["parcel", "review", "review"]);
    expect(steps.map((step) => nextPage("answered and priced", step))).toEqual(["review", "review", "review"]);
    expect([nextPage("back", "parcel"), nextPage("booked now", "review"), nextPage("requested", "review")]).toEqual([
      ...["addresses", "payment", "review"],
    ]);
  });

  test("leads a form of what was booked meanwhile to the booking, and whatever was paid to the page that names nobody", () => {
    expect([nextPage("of a booking", "addresses"), nextPage("of a booking", "review")]).toEqual(["review", "payment"]);
    expect(nextPage("of a request", "review")).toBe("thanks");
    expect(actions.map((action) => nextPage("paid", action))).toEqual(["anew", "thanks", "thanks", "addresses"]);
  });
});

test("no other file decides which page of a wizard comes next", () => {
  const door = "app/http/wizard/open-step.server.ts";
  const files = ["app/routes", "app/http"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => `${folder}/${file.replaceAll("\\", "/")}`),
  );
  const matching = (pattern: RegExp, among = files) => among.filter((file) => pattern.test(readFileSync(file, "utf8")));
  // Only the door asks the table; others hand it a state.
  expect(matching(/import \{[^}]*\b(?:nextPage|pages|stateOf)\b[^}]*\} from "[^"]*next-page\.server"/)).toEqual([door]);
  // No page or file of a wizard redirects, or shows a form again, by itself.
  const wizard = files.filter((file) => /^app\/(?:routes\/wizard\.|http\/wizard\/)/.test(file));
  expect(wizard.length).toBeGreaterThan(12);
  expect(matching(/\b(?:redirect|onward|keptTyped)\b\(|new Response\(/, wizard)).toEqual([door]);
  expect(matching(/privately\([^)]/, wizard)).toEqual(["app/routes/wizard.continue/route.tsx"]);
  // And nothing else redirects to a step.
  expect(
    matching(/\b(?:redirect|onward)\([^;]*(?:steps|placeOf|wizardPaths|basePath|(?:addresses|parcel|review)Href)/),
  ).toEqual([door]);
});

function isPage(page: unknown): boolean {
  const named = ["here", "anew", "lost", "payment", "thanks", "continue", ...steps];
  return typeof page === "number" || named.includes(String(page));
}
