/**
 * Marks made without a signal: the forms as they were filled in, stored under the time at which the button was pressed.
 */
const MARKS = "drive-marks";
/** The site accepts marks up to three days old. Until then, and four days more, every page says that they are here. */
const LONGEST_KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * `photo`: the mark was sent, but not its photo. `refused`: `why` is the site's reason. `held`: the site accepts no
 * marks from this phone until it is signed in again.
 */
type MarkState = "waiting" | "photo" | "refused" | "held";
export type KeptMark = {
  /** When its button was pressed, ISO 8601. It is also the key, so no two have the same millisecond. */
  at: string;
  /** Where its form is posted, `/drive/stop/TH4701569556`. */
  to: string;
  /** The button's value. */
  kind: string;
  state: MarkState;
  why: string;
  /** How often sending its photo was tried. */
  tries: number;
};

/** Stores a form. A stored form with the same answers is the same mark. */
export async function keepMark(to: string, form: FormData, at: string): Promise<void> {
  for (const mark of await keptMarks()) {
    if (mark.to === to && mark.state === "waiting" && isSame(await formOf(mark), form)) return;
  }
  await put({ at, to, kind: String(form.get("mark") ?? ""), state: "waiting", why: "", tries: 0 }, form);
}

/** In the order in which they were made, without those that are too old. */
export async function keptMarks(): Promise<KeptMark[]> {
  if (!(await caches.has(MARKS))) return [];
  const cache = await caches.open(MARKS);
  const marks: KeptMark[] = [];
  for (const request of await cache.keys()) {
    const mark = markIn(request.url);
    if (Date.now() - Date.parse(mark.at) > LONGEST_KEPT_MS) await cache.delete(request);
    else marks.push(mark);
  }
  return marks.sort((one, other) => one.at.localeCompare(other.at));
}

export async function formOf(mark: KeptMark): Promise<FormData> {
  const kept = await caches.match(addressOf(mark), { cacheName: MARKS });
  return kept ? kept.formData() : new FormData();
}

export async function forgetMark(mark: KeptMark): Promise<void> {
  await (await caches.open(MARKS)).delete(addressOf(mark));
}

/**
 * Of a refused mark only what the notice shows is kept. While a photo waits everything is, because the photo is sent
 * with the same form.
 */
export async function changeMark(mark: KeptMark, change: Partial<KeptMark>): Promise<void> {
  const changed = { ...mark, ...change };
  await put(changed, changed.state === "refused" ? new FormData() : await formOf(mark));
  if (addressOf(changed) !== addressOf(mark)) await forgetMark(mark);
}

/** Deletes a stop's refused marks once another was accepted there. */
export async function forgetRefused(to: string): Promise<void> {
  for (const mark of await keptMarks()) if (mark.to === to && mark.state === "refused") await forgetMark(mark);
}

/** After a sign-in, held marks are sent again. */
export async function releaseHeld(): Promise<void> {
  for (const mark of await keptMarks())
    if (mark.state === "held") await changeMark(mark, { state: "waiting", why: "" });
}

async function put(mark: KeptMark, form: FormData): Promise<void> {
  await (await caches.open(MARKS)).put(addressOf(mark), new Response(form));
}

function addressOf({ at, to, kind, state, why, tries }: KeptMark): string {
  return `/drive/kept?${new URLSearchParams({ at, to, kind, state, why, tries: String(tries) })}`;
}

function markIn(address: string): KeptMark {
  const { searchParams } = new URL(address);
  const { at = "", to = "", kind = "", state = "waiting", why = "", tries = "0" } = Object.fromEntries(searchParams);
  return { at, to, kind, state: state as MarkState, why, tries: Number(tries) };
}

function isSame(one: FormData, other: FormData): boolean {
  return wordsOf(one).toString() === wordsOf(other).toString();
}

/** A form's text fields, without its photo. */
export function wordsOf(form: FormData): URLSearchParams {
  const words = new URLSearchParams();
  for (const [name, value] of form) if (typeof value === "string") words.append(name, value);
  return words;
}

/** A form's photo; null if none was chosen. */
export function photoOf(form: FormData): File | null {
  const photo = form.get("photo");
  return photo instanceof File && photo.size > 0 ? photo : null;
}
