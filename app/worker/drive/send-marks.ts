import { unescapeHtml } from "../../domain/values/escape-html";
import {
  changeMark,
  forgetMark,
  forgetRefused,
  formOf,
  type KeptMark,
  keptMarks,
  photoOf,
  wordsOf,
} from "./kept-marks";
import { dayOf, forgetStop } from "./kept-stops";

/**
 * A connection that takes longer than this is treated as none. Milliseconds; a photo gets as long as the site allows.
 */
const PATIENCE_MS = 20_000;
const PHOTO_PATIENCE_MS = 60_000;
/** A photo's try counts if it lasted so long; one that failed sooner cost little data. */
const COUNTS_FROM_MS = 5_000;
/** After a try that failed no photo is sent for so long: after one that counts, and after another. */
const PAUSE_MS = 10 * 60_000;
const SHORT_PAUSE_MS = 60_000;
const MOST_TRIES_A_DAY = 6;
/** A photo is tried until the end of the day after tomorrow. */
const PHOTO_DAYS = 3;

/** What to show for a mark that the office has as a report; blank if it is another driver's than the phone's. */
const REPORTED = "Mark-Reported";
const HELD = "not taken from this phone. Phone the office. It is sent again when you sign in here.";
const TOO_LATE = "the photo could not be sent in time. Phone the office.";

/**
 * The result of sending a form. `reported`: it doesn't count, and the office has it. `later`: there was no answer, or
 * one that isn't the site's, or the site is busy or failed.
 */
type MarkOutcome = { kind: "taken" | "reported" | "refused" | "held" | "later"; response?: Response };

/** Sends a form as its page would. The form's key makes it count once, however often it is sent. */
export async function post(to: string, form: FormData | URLSearchParams): Promise<MarkOutcome> {
  const hasPhoto = form instanceof FormData && photoOf(form) !== null;
  try {
    const response = await fetch(to, {
      method: "POST",
      body: hasPhoto || form instanceof URLSearchParams ? form : wordsOf(form),
      headers: { Accept: "text/html" },
      redirect: "manual",
      signal: AbortSignal.timeout(hasPhoto ? PHOTO_PATIENCE_MS : PATIENCE_MS),
    });
    if (response.type === "opaqueredirect") return { kind: "taken", response };
    const { status } = response;
    if (response.headers.has(REPORTED)) return { kind: "reported", response };
    if (status === 401 || status === 403) return { kind: "held", response };
    return {
      kind: isOurs(response) && status >= 400 && status < 500 && status !== 429 ? "refused" : "later",
      response,
    };
  } catch {
    return { kind: "later" };
  }
}

let sending: Promise<boolean> | undefined;

/**
 * Sends stored marks, oldest first, until the signal is lost. A second call at the same time waits for the first.
 * Returns whether there is a signal, as far as that was seen.
 */
export function sendMarks(): Promise<boolean> {
  sending ??= sendAll().finally(() => {
    sending = undefined;
  });
  return sending;
}

async function sendAll(): Promise<boolean> {
  const marks = (await keptMarks()).filter(({ what, state }) => what === "mark" && state === "waiting");
  // A stop's marks are sent in their order. Other stops' don't wait for one that the site fails on.
  const failed = new Set(marks.filter(isTooEarly).map(({ to }) => to));
  for (const mark of marks) {
    if (failed.has(mark.to)) continue;
    const { kind, response } = await sendMark(mark);
    if (kind !== "later") continue;
    if (!response || response.status < 500) return false;
    failed.add(mark.to);
    await changeMark(mark, { notBefore: new Date(Date.now() + SHORT_PAUSE_MS).toISOString() });
  }
  // Marks are sent before photos.
  const photos = (await keptMarks()).filter(({ what, state }) => what === "photo" && state === "waiting");
  for (const photo of photos) if (isTooLate(photo)) await changeMark(photo, { state: "refused", why: TOO_LATE });
  if (photos.some(isTooEarly)) return true;
  // Those tried last come last, so that one that can't go doesn't stop the others.
  for (const photo of photos.sort((one, other) => one.notBefore.localeCompare(other.notBefore)))
    if (mayTry(photo) && !(await sendPhoto(photo))) return false;
  return true;
}

async function sendMark(mark: KeptMark): Promise<MarkOutcome> {
  const form = await formOf(mark);
  const outcome = await post(`${mark.to}?at=${mark.at}`, wordsOf(form));
  const { kind, response } = outcome;
  if (kind === "held") await changeMark(mark, { state: "held", why: HELD });
  else if (kind === "refused") await changeMark(mark, { state: "refused", why: await complaintIn(response) });
  else if (kind === "reported" && !photoOf(form)) await endReported(mark, response);
  else if (kind !== "later") {
    if (kind === "taken") await forgetRefused(mark.to);
    await forgetStop(mark.to);
    if (photoOf(form)) await changeMark(mark, { what: "photo", why: wordsIn(response), notBefore: "" });
    // Its photo was not stored.
    else if (mark.why) await changeMark(mark, { what: "photo", state: "refused" });
    else await forgetMark(mark);
  }
  return outcome;
}

/** The office has it: only what the notice shows stays on the phone, and that only if the phone is its driver's. */
async function endReported(mark: KeptMark, response: Response | undefined): Promise<void> {
  const why = wordsIn(response);
  // If its mark isn't counted either, the notice is about both.
  if (why) await changeMark(mark, { what: mark.why ? "mark" : mark.what, state: "refused", why });
  else await forgetMark(mark);
}

function wordsIn(response: Response | undefined): string {
  return decodeURIComponent(response?.headers.get(REPORTED) ?? "");
}

/**
 * The photo is sent with the same form: the site recognises the mark and adds the photo to it. Returns whether the
 * connection still works.
 */
async function sendPhoto(mark: KeptMark): Promise<boolean> {
  const began = Date.now();
  const { kind, response } = await post(`${mark.to}?at=${mark.at}`, await formOf(mark));
  if (kind === "taken") await forgetMark(mark);
  else if (kind === "reported") await endReported(mark, response);
  // Don't try again and again, which would cost data: only the office can help, with a new link.
  else if (kind === "held") await changeMark(mark, { state: "held", why: HELD });
  else if (kind === "refused") await changeMark(mark, { state: "refused", why: await complaintIn(response) });
  else {
    const counts = Date.now() - began >= COUNTS_FROM_MS;
    const notBefore = new Date(Date.now() + (counts ? PAUSE_MS : SHORT_PAUSE_MS)).toISOString();
    const tries = triesToday(mark) + Number(counts);
    await changeMark(mark, { tries, triedOn: dayOf(began), notBefore });
  }
  return kind !== "later";
}

function mayTry(photo: KeptMark): boolean {
  return !isTooLate(photo) && triesToday(photo) < MOST_TRIES_A_DAY;
}

function isTooEarly({ notBefore }: KeptMark): boolean {
  const leftMs = Date.parse(notBefore) - Date.now();
  // Longer than any pause: the phone's clock was ahead.
  return leftMs > 0 && leftMs <= PAUSE_MS;
}

function isTooLate({ at }: KeptMark): boolean {
  return dayOf(Date.now() - PHOTO_DAYS * 24 * 60 * 60_000) >= dayOf(Date.parse(at));
}

function triesToday({ tries, triedOn }: KeptMark): number {
  return triedOn === dayOf(Date.now()) ? tries : 0;
}

/** A proxy's pages have no Content-Security-Policy. */
export function isOurs(response: Response): boolean {
  return response.headers.has("Content-Security-Policy");
}

/** Why a form was refused: the site's page says nothing else. */
async function complaintIn(response: Response | undefined): Promise<string> {
  const html = (await response?.text()) ?? "";
  const [, summary = ""] = /id="errors"[^>]*>([\s\S]*?)<\/ul>/.exec(html) ?? [];
  const lines = summary
    ? summary.matchAll(/<li>([\s\S]*?)<\/li>/g)
    : html.replace(/[\s\S]*<main/, "").matchAll(/<(?:h1|p)>([\s\S]*?)<\/(?:h1|p)>/g);
  return unescapeHtml([...lines].map(([, line = ""]) => line.replace(/<[^>]*>/g, "")).join(" ")) || "Phone the office.";
}
