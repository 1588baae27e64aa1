import type { IncomingMessage, ServerResponse } from "node:http";
import type { AppLoadContext } from "@remix-run/server-runtime";
import { saDayNumber } from "../app/domain/values/sa-time";
import { bringsOnlyLite } from "../app/http/pages/lite-choice.server";
import { pageWeight } from "../app/http/pages/page-weight.server";
import { type Coding, chosenCoding } from "./compression";
import { etagOf, type Packed, pack, send, type Whole, whole } from "./respond";

/** Asks the app for an address as somebody does of whom nothing is known but these headers. */
export type AskAsAnybody = (
  address: URL,
  headers: Record<string, string>,
  context: AppLoadContext,
) => Promise<Response>;

export type Keeping = {
  /** The addresses whose pages are the same for everybody who brings no cookie (`handle.cached` of their routes). */
  addresses: readonly string[];
  ask: AskAsAnybody;
  /** The site's address on the page of whoever asks so: what each page is made for. */
  homeOf: (asked: URL) => string;
  /** Differs once something was changed that these pages show. */
  mark: () => unknown;
  /** How long a page may be kept although nothing that we know of has changed. Milliseconds. */
  longestMs: number;
  clock?: () => number;
};

/** A page that is made once for everybody: all that is known of it before it is there, and then how it travels. */
type CachedPage = {
  mark: unknown;
  day: number;
  madeAt: number;
  made: Promise<Whole>;
  /** Not to be given to anybody who comes later. */
  isPassing: boolean;
  packed: Map<Coding, Packed>;
};

/** Without `APP_URL` a machine is known by a few addresses; a stranger who makes up more must not fill the memory. */
const MOST_HOMES = 5;

/**
 * Keeps pages in memory as they travel: made once, compressed as well as can be, with headers and tag. The app is asked
 * for them without anything of the visitor who happens to come first but what every page may differ by (`pageWeight`).
 */
export function pageCache({ addresses, ask, homeOf, mark, longestMs, clock = Date.now }: Keeping) {
  const keepable = new Set(addresses);
  const homes = new Set<string>();
  const pages = new Map<string, CachedPage>();
  const markNow = oncePerTurn(mark);

  return {
    /**
     * Answers a request for such a page.
     * @returns false, at once, for a request that is for something else or brings a cookie; a promise while the page is
     * being made, rejected when that fails
     */
    answer(request: IncomingMessage, response: ServerResponse, url: URL, newReference: () => string) {
      if (!keepable.has(url.pathname) || url.search !== "" || !isAnybodys(request)) return false;
      const { isLight, opensVisit } = pageWeight((name) => headerOf(request, name));
      const home = homeOf(url);
      if (!homes.has(home) && homes.size >= MOST_HOMES) return false;
      homes.add(home);
      const key = `${home} ${url.pathname} ${isLight} ${opensVisit}`;
      const page = currentPage(key) ?? newPage(key, new URL(url.pathname, home), whatWeighs(request), newReference());
      return answerWith(page, request, response);
    },
  };

  function currentPage(key: string): CachedPage | undefined {
    const page = pages.get(key);
    if (!page || page.mark !== markNow() || page.day !== saDayNumber(clock())) return undefined;
    const ageMs = clock() - page.madeAt;
    return ageMs >= 0 && ageMs < longestMs ? page : undefined;
  }

  /** A request that comes while a page is made waits for it; one after a change gets a new page. */
  function newPage(key: string, address: URL, headers: Record<string, string>, reference: string): CachedPage {
    const pass = () => {
      page.isPassing = true;
      if (pages.get(key) === page) pages.delete(key);
    };
    const page: CachedPage = {
      // What the page is known by is of before its making: whatever changes meanwhile makes it old.
      mark: markNow(),
      day: saDayNumber(clock()),
      madeAt: clock(),
      made: Promise.resolve()
        .then(() => ask(address, headers, { reference, forNow: pass }))
        .then(whole),
      isPassing: false,
      packed: new Map(),
    };
    pages.set(key, page);
    page.made.then((answer) => isEverybodys(answer) || pass(), pass);
    return page;
  }
}

function answerWith(page: CachedPage, request: IncomingMessage, response: ServerResponse): true | Promise<true> {
  const coding = chosenCoding(request.headers["accept-encoding"]);
  const ready = page.packed.get(coding);
  if (ready) {
    send(request, response, ready);
    return true;
  }
  return page.made.then(async (made) => {
    const packed =
      page.packed.get(coding) ?? (await pack(made, coding, page.isPassing ? "quick" : "best", etagOf(made)));
    page.packed.set(coding, packed);
    send(request, response, packed);
    return true as const;
  });
}

/** Requests that came in together ask once: to ask costs a tenth of an answer. */
function oncePerTurn<Value>(ask: () => Value): () => Value {
  let asked: { value: Value } | undefined;
  return () => {
    if (!asked) {
      asked = { value: ask() };
      setImmediate(() => {
        asked = undefined;
      });
    }
    return asked.value;
  };
}

/** The headers that decide what a page may weigh, and no others. */
function whatWeighs(request: IncomingMessage): Record<string, string> {
  const said: Record<string, string> = {};
  pageWeight((name) => {
    const value = headerOf(request, name);
    if (value !== undefined) said[name] = value;
    return value;
  });
  return said;
}

function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : undefined;
}

/** The choice of Lite is the one cookie that says nothing about anybody. */
function isAnybodys({ method, headers }: IncomingMessage): boolean {
  const isRead = method === "GET" || method === "HEAD";
  return isRead && (headers.cookie === undefined || bringsOnlyLite(headers.cookie));
}

/** Redirects, refusals and errors belong to one request; a cookie belongs to one browser. */
function isEverybodys({ status, headers }: Whole): boolean {
  return status === 200 && headers["set-cookie"] === undefined;
}
