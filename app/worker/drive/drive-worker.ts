/**
 * The service worker of the drivers' pages. Without a signal it stores a mark on the phone, with the time at which its
 * button was pressed, and sends it as soon as there is one. Meanwhile it shows the cached stops. A site that is busy or
 * fails (5xx) is no signal.
 */
import { endInWords, keptInWords, roundPage, withLeaving, withNotice } from "./drive-pages";
import { forgetRefused, isAt, type KeptMark, keepMark, keptMarks, photoOf, releaseHeld, wordsOf } from "./kept-marks";
import { forgetStop, forgetStops, keepRound, keptNotToday, keptRound, keptStop, noteStop } from "./kept-stops";
import { isOurs, post, sendMarks } from "./send-marks";
import { withSmallPhoto } from "./small-photo";

declare const self: ServiceWorkerGlobalScope & {
  registration: { sync?: { register(tag: string): Promise<void> } };
};

const LIST = "/drive";
const SIGN_IN = "/drive/sign-in";
const SIGN_OUT = "/drive/sign-out";
/** How long a page waits for marks that are being sent, and for the network if the page is cached. Milliseconds. */
const SENDING_MS = 4_000;
const PAGE_MS = 15_000;

self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
/**
 * From the list, `keep` names the stops, which may have been given back, and `notToday` says what was put off. Every page
 * now and then says that there may be a signal.
 */
self.addEventListener("message", (event) => {
  const { keep, notToday } = event.data as { keep?: string[]; notToday?: string[] };
  const release = keep ? releaseHeld(keep) : Promise.resolve();
  const sent = release.then(sendAndTell);
  event.waitUntil(sent.then(() => (keep ? keepRound(keep, notToday).catch(() => undefined) : undefined)));
});
/**
 * Background Sync: the browser fires it when there is a signal, even with no page open, and again later if this fails.
 */
self.addEventListener("sync" as "message", (event) => {
  const left = sendAndTell().then(async () => {
    if ((await keptMarks()).some(({ state }) => state === "waiting")) throw new Error("no signal");
  });
  event.waitUntil(left);
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin || request.mode !== "navigate") return;
  const isStop = /^\/drive\/stop\/[^/]+(\/(collection|delivery|return))?$/.test(pathname);
  if (request.method === "GET" && (isStop || pathname === LIST || pathname === SIGN_OUT))
    event.respondWith(answerPage(event, pathname));
  else if (request.method === "POST" && pathname === SIGN_IN) event.respondWith(answerSignIn(request));
  else if (request.method === "POST" && pathname === SIGN_OUT) event.respondWith(answerSignOut(request));
  else if (isStop && request.referrer.startsWith(`${origin}/`)) event.respondWith(answerMark(event, pathname));
});

async function answerPage(event: FetchEvent, pathname: string): Promise<Response> {
  const { request } = event;
  const sending = sendAndTell();
  event.waitUntil(sending);
  await Promise.race([sending, after(SENDING_MS)]);
  const kept = pathname === LIST ? await keptList() : ((await keptStop(pathname)) ?? (await keptList()));
  try {
    const response = await Promise.race([fetch(request).then(whole), kept ? after(PAGE_MS) : never]);
    if (!response) throw new Error("the line answers too late");
    if (kept && isFailed(response)) throw new Error(`the site answered ${response.status}`);
    if (pathname === SIGN_OUT) return shown(response, withLeaving);
    if (pathname !== LIST && new URL(request.url).search === "") await noteStop(pathname, response.clone());
    // Signed out or blocked: delete the stops from this phone.
    if (pathname === LIST && response.status === 403) await forgetStops();
    return await shown(response);
  } catch (error) {
    if (!kept) throw error;
    return shown(kept);
  }
}

/** After a new sign-in the phone sends the marks that it held back, when the list is opened next. */
async function answerSignIn(request: Request): Promise<Response> {
  const response = await fetch(request);
  if (response.type === "opaqueredirect") await releaseHeld();
  return response;
}

/** The names on the cached stops go with the driver. Marks stay: they are sent all the same. */
async function answerSignOut(request: Request): Promise<Response> {
  const response = await fetch(request);
  if (response.type === "opaqueredirect" || response.status === 403) await forgetStops();
  return response;
}

/**
 * Sends a mark after those of its stop that are waiting. Without a signal it is stored too, and the driver goes on to the next
 * stop.
 */
async function answerMark(event: FetchEvent, pathname: string): Promise<Response> {
  const { request } = event;
  // Back to a form's answer, which browsers don't cache.
  if (request.cache === "only-if-cached") return Response.redirect(pathname, 303);
  const at = new Date().toISOString();
  const form = await withSmallPhoto(await request.formData());
  const hasSignal = await Promise.race([sendMarks(), after(SENDING_MS)]);
  const kept = await keptMarks();
  let what: KeptMark["what"] = "mark";
  if (!kept.some(isWaitingMark) || (hasSignal && !kept.some((mark) => isWaitingMark(mark) && isAt(mark, pathname)))) {
    // If other photos wait, this one waits too, and the mark goes at once.
    const waits = photoOf(form) !== null && kept.some((mark) => mark.state === "waiting" && mark.what === "photo");
    const { kind, response } = await post(pathname, waits ? wordsOf(form) : form);
    const isSaved = kind === "taken" || response?.headers.has("Mark-Saved");
    if (isSaved) event.waitUntil(Promise.all([forgetRefused(pathname), forgetStop(pathname)]));
    if (kind === "reported" && waits) await keepMark(pathname, form, at, "photo");
    // Or the site is too busy for the photo.
    if (isSaved && (waits || kind === "later")) what = "photo";
    else if (response && (kind !== "later" || (isOurs(response) && !isFailed(response)))) return shown(response);
  }
  await keepMark(pathname, form, at, what);
  event.waitUntil(self.registration.sync?.register("marks").catch(() => undefined) ?? Promise.resolve());
  return Response.redirect((await nextStop()) ?? LIST, 303);
}

/** The first stop of the round that has no mark yet. */
async function nextStop(): Promise<string | undefined> {
  const marks = await keptMarks();
  return (await keptRound()).find(({ stop }) => !marks.some((mark) => isAt(mark, stop)))?.stop;
}

async function keptList(): Promise<Response | undefined> {
  const marks = (await keptMarks()).filter(isWaitingMark);
  const round = await keptRound();
  const [first] = round;
  const marked = round.flatMap(({ stop }) => (marks.some((mark) => isAt(mark, stop)) ? stop : []));
  const kept = first && (await keptStop(first.stop));
  // With the cached page's headers, so that its security headers apply.
  return kept && new Response(roundPage(round, marked, await keptNotToday()), kept);
}

async function shown(response: Response, addTo = withNotice): Promise<Response> {
  const marks = await keptMarks();
  if (marks.length === 0 || !response.headers.get("Content-Type")?.startsWith("text/html")) return response;
  return new Response(addTo(await response.text(), marks), response);
}

async function sendAndTell(): Promise<void> {
  const wordsBefore = keptInWords(await keptMarks());
  await sendMarks();
  const marks = await keptMarks();
  const words = keptInWords(marks);
  if (words === wordsBefore) return;
  for (const page of await self.clients.matchAll()) page.postMessage(words || endInWords(marks));
}

/** Rejects when the connection breaks in the middle of a page. */
async function whole(response: Response): Promise<Response> {
  if (response.type === "opaqueredirect") return response;
  return new Response(await response.arrayBuffer(), response);
}

const isFailed = ({ status }: Response) => status >= 500;
const isWaitingMark = ({ what, state }: KeptMark) => what === "mark" && state === "waiting";
const after = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms, undefined));
const never = new Promise<undefined>(() => undefined);
