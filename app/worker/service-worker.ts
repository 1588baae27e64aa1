/**
 * The service worker for phones that run our scripts. While the network answers, whatever the answer, pages come from
 * the network. When it doesn't, people see the offline page, or their unsent form with a button that sends it again.
 * Nothing personal is ever stored.
 */
import { fingerprintOf, forgetAllForms, forgetTaken, remember, stateOf } from "./remembered-forms";
import { isSameForm, pageOfUnsentForm, type TypedField } from "./unsent-form";

declare const self: ServiceWorkerGlobalScope;
/** Set by the build. Changes whenever anything that pages are made of changes. */
declare const VERSION: string;

const OFFLINE = "/offline";
const SHELL = `shell-${VERSION}`;

self.addEventListener("install", (event) => {
  event.waitUntil(keepShell());
  // Safe, because a page doesn't depend on the worker that it was opened with.
  event.waitUntil(self.skipWaiting());
});

self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    if (request.method === "GET")
      event.respondWith(answerOrOffline(async () => (await event.preloadResponse) ?? (await fetch(request))));
    else if (isOwnForm(request, pathname)) event.respondWith(answerOrUnsentForm(event, pathname));
  } else if (request.method === "GET" && pathname.startsWith("/build/")) {
    event.respondWith(keptFile(event));
  }
});

/** What pages have said about forms that are being sent. Kept in memory, and only until all of them have arrived. */
const announcedForms: TypedField[][] = [];
const formsBeingSent: TypedField[][] = [];
let onTheirWay = 0;
/**
 * Answered by a proxy, with its own page, while the site behind it restarts. The form is unsent, as without a signal.
 */
const GATEWAY_ERRORS = new Set([502, 503, 504]);
/** What pages said about forms that got no answer so far. In memory too; without it the form's page has no labels. */
const unsentWords = new Map<string, TypedField[][]>();
self.addEventListener("message", ({ data }) => {
  announcedForms.push(data);
});

/** The offline page as anybody gets it, and the files that it names. */
async function keepShell(): Promise<void> {
  const page = await fetch(OFFLINE, { credentials: "omit", cache: "no-cache" });
  if (!page.ok) throw new Error(`the offline page answered ${page.status}`);
  const files = new Set((await page.clone().text()).match(/\/build\/[^"]+/g));
  const shell = await caches.open(SHELL);
  await shell.addAll([...files]);
  await shell.put(OFFLINE, page);
}

async function takeOver(): Promise<void> {
  // Keep the remembered forms and the drivers' caches.
  for (const name of await caches.keys()) if (name.startsWith("shell") && name !== SHELL) await caches.delete(name);
  // The browser requests the page while the worker is still starting, as it would without a worker.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

async function answerOrOffline(ask: () => Promise<Response>): Promise<Response> {
  try {
    return await whole(await ask());
  } catch (error) {
    const kept = await caches.match(OFFLINE);
    if (!kept) throw error;
    return kept;
  }
}

/**
 * Leave other sites' forms alone: "Send again" on our page would turn them into our own forms. And payment forms, which
 * are between the customer and the payment page.
 */
function isOwnForm({ referrer }: Request, pathname: string): boolean {
  return referrer.startsWith(`${self.location.origin}/`) && !pathname.startsWith("/payfast/");
}

/**
 * Our own error pages, such as "too many people are signing in", say what to do. A proxy's has no
 * Content-Security-Policy.
 */
function isOurs({ headers }: Response): boolean {
  return headers.has("Content-Security-Policy");
}

async function answerOrUnsentForm(event: FetchEvent, pathname: string): Promise<Response> {
  const { request } = event;
  formsBeingSent.push(...announcedForms.splice(0));
  onTheirWay += 1;
  const body = await request.clone().text();
  const fields = [...new URLSearchParams(body)];
  const form = await fingerprintOf(request.url, fields);
  const state = form && isGoneBackTo(request) ? await stateOf(form) : undefined;
  try {
    if (isGoneBackTo(request) && !state) return await answerOrOffline(() => fetch(request.url, { redirect: "manual" }));
    const response = await whole(await fetch(state === "refused" ? asNew(request, body) : request));
    if (GATEWAY_ERRORS.has(response.status) && !isOurs(response))
      throw new Error(`a proxy answered ${response.status}`);
    event.waitUntil(noteAnswer(form, pathname, response));
    return response;
  } catch (error) {
    const kept = await caches.match(OFFLINE);
    if (!kept || !request.headers.get("Content-Type")?.startsWith("application/x-www-form-urlencoded")) throw error;
    if (form) await remember(form, pathname, "unsent");
    const words = (form && unsentWords.get(form)) || (await wordsOn(fields));
    if (form && words.length > 0) unsentWords.set(form, words);
    const page = pageOfUnsentForm(await kept.text(), { address: request.url, fields, typedForms: words });
    return new Response(page, { headers: headersLike(kept) });
  } finally {
    onTheirWay -= 1;
    if (onTheirWay === 0) formsBeingSent.length = 0;
  }
}

/**
 * Updates a form's fingerprint after its answer. Signing out or starting again deletes all of them: phones are shared.
 */
async function noteAnswer(form: string | null, pathname: string, { status, ok, type }: Response): Promise<void> {
  if (form) unsentWords.delete(form);
  if (status === 400 && form) return remember(form, pathname, "refused");
  if (!ok && type !== "opaqueredirect") return;
  if (/^\/(?:logout|account|forget-me)\b|\/start-again$/.test(pathname)) {
    unsentWords.clear();
    return forgetAllForms();
  }
  return forgetTaken(form, pathname);
}

/** What the form's page said about it. If the form itself started the worker, that arrives a moment after the form. */
async function wordsOn(fields: [string, string][]): Promise<TypedField[][]> {
  for (let tries = 0; tries < 10; tries += 1) {
    const words = [...formsBeingSent, ...announcedForms].filter((form) => isSameForm(form, fields));
    if (words.length > 0) return words;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return [];
}

/** The same form as a new request. A browser would ask before posting again; here nothing happens twice. */
function asNew({ url, headers }: Request, body: string): Request {
  const names = ["Accept", "Content-Type"];
  const copied = names.map((name) => [name, headers.get(name) ?? ""] as [string, string]);
  return new Request(url, { method: "POST", headers: copied, body, redirect: "manual" });
}

/**
 * Rejects when the connection breaks in the middle of a page: a browser would show an incomplete page, often an empty
 * one.
 */
async function whole(response: Response): Promise<Response> {
  if (!response.headers.get("Content-Type")?.startsWith("text/html")) return response;
  return new Response(await response.arrayBuffer(), response);
}

/**
 * Whether the user went back to a form's answer. Browsers don't cache ours, and would ask whether to send the form
 * again. Instead, a form that was refused and not corrected since is sent again, and shows its errors and all that was
 * typed. For one that was accepted, its page shows what was saved.
 */
function isGoneBackTo({ cache }: Request): boolean {
  return cache === "only-if-cached";
}

/** The same security headers, and not cached. */
function headersLike({ headers }: Response): HeadersInit {
  const strictest = "default-src 'none'";
  return {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": headers.get("Content-Security-Policy") ?? strictest,
    "Cache-Control": "no-store",
  };
}

/** A file's name changes with its content, so a cached one is always right. */
async function keptFile(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const kept = await caches.match(request);
  if (kept) return kept;
  const file = await fetch(request);
  const copy = file.clone();
  if (file.ok) event.waitUntil(caches.open(SHELL).then((shell) => shell.put(request, copy)));
  return file;
}
