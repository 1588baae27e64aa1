import type { IncomingMessage, ServerResponse } from "node:http";
import { saDayNumber } from "../app/domain/values/sa-time";
import { bringsOnlyLite } from "../app/http/pages/lite-choice.server";
import { pageWeight } from "../app/http/pages/page-weight.server";
import { type Coding, chosenCoding } from "./compression";
import type { AboutRequest } from "./load-context";
import { etagOf, type Packed, pack, send, type Whole, whole } from "./respond";

/** Requests a page from the app as an unknown visitor with only these headers. */
export type AskAsAnybody = (address: URL, headers: Record<string, string>, context: AboutRequest) => Promise<Response>;

export type Keeping = {
  /** The addresses whose pages are the same for every visitor without cookies (routes with `handle.cached`). */
  addresses: readonly string[];
  /** Those of them that read no query. A query may be anything, and rendering the longest page takes 10 ms. */
  ofAnyQuery: readonly string[];
  ask: AskAsAnybody;
  /** The site's address in a page's links, which is part of the cache key. */
  homeOf: (address: URL) => string;
  /** Changes when anything that these pages show has changed. */
  mark: () => unknown;
  /** How long a page may be cached even if nothing that we know of has changed. Milliseconds. */
  longestMs: number;
  clock?: () => number;
};

/** A cached page: first what is known before it is made, then the encoded page. */
type CachedPage = {
  mark: unknown;
  day: number;
  madeAt: number;
  made: Promise<Whole>;
  /** Not to be given to later visitors. */
  isUncached: boolean;
  packed: Map<Coding, Packed>;
};

/** Without `APP_URL` a machine may have a few addresses; an attacker who invents more must not fill the memory. */
const MOST_HOMES = 5;

/**
 * Caches complete pages in memory: rendered and compressed once, with headers and ETag. The app is asked without any of
 * the first visitor's data, except what pages may differ by (`pageWeight`).
 */
export function pageCache({ addresses, ofAnyQuery, ask, homeOf, mark, longestMs, clock = Date.now }: Keeping) {
  const keepable = new Set(addresses);
  const readNoQuery = new Set(ofAnyQuery);
  const homes = new Set<string>();
  const pages = new Map<string, CachedPage>();

  return {
    /**
     * Answers a request for a cached page.
     * @returns false, at once, for a request for another page or with cookies; a promise while the page is being made,
     * rejected when that fails
     */
    answer(request: IncomingMessage, response: ServerResponse, url: URL, newReference: () => string) {
      if (!keepable.has(url.pathname) || !isAnybodys(request)) return false;
      if (url.search !== "" && !readNoQuery.has(url.pathname)) return false;
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
    if (!page || page.mark !== mark() || page.day !== saDayNumber(clock())) return undefined;
    const ageMs = clock() - page.madeAt;
    return ageMs >= 0 && ageMs < longestMs ? page : undefined;
  }

  /** A request during the making of a page waits for it; one after a change gets a new page. */
  function newPage(key: string, address: URL, headers: Record<string, string>, reference: string): CachedPage {
    const pass = () => {
      page.isUncached = true;
      if (pages.get(key) === page) pages.delete(key);
    };
    const page: CachedPage = {
      // Taken before the page is made, so that any change meanwhile makes it stale.
      mark: mark(),
      day: saDayNumber(clock()),
      madeAt: clock(),
      made: Promise.resolve()
        .then(() => ask(address, headers, { reference, forNow: pass }))
        .then(whole),
      isUncached: false,
      packed: new Map(),
    };
    pages.set(key, page);
    page.made.then((made) => isEverybodys(made) || pass(), pass);
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
      page.packed.get(coding) ?? (await pack(made, coding, page.isUncached ? "quick" : "best", etagOf(made)));
    page.packed.set(coding, packed);
    send(request, response, packed);
    return true as const;
  });
}

/** Only the headers that decide what a page may weigh. */
function whatWeighs(request: IncomingMessage): Record<string, string> {
  const used: Record<string, string> = {};
  pageWeight((name) => {
    const value = headerOf(request, name);
    if (value !== undefined) used[name] = value;
    return value;
  });
  return used;
}

function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : undefined;
}

/** The choice of Lite is the only cookie that isn't personal. */
function isAnybodys({ method, headers }: IncomingMessage): boolean {
  const isRead = method === "GET" || method === "HEAD";
  return isRead && (headers.cookie === undefined || bringsOnlyLite(headers.cookie));
}

/** Redirects, refusals and errors belong to one request; a cookie belongs to one browser. */
function isEverybodys({ status, headers }: Whole): boolean {
  return status === 200 && headers["set-cookie"] === undefined;
}
