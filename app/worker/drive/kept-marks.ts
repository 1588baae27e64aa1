/**
 * Marks made without a signal: the forms as they were filled in, stored under the time at which the button was pressed.
 */
const MARKS = "drive-marks";
/** The site takes marks so long (`reported-marks.server.ts`): for three days as its driver's, then as reports. */
const LONGEST_KEPT_MS = 30 * 24 * 60 * 60 * 1000;
/** How long every page says that a mark was refused. Nothing else of it is still here. */
const LONGEST_SAID_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * `held`: the site accepts nothing from this phone until it is signed in again. `refused`: it can't be sent, and `why`
 * says why not.
 */
type MarkState = "waiting" | "held" | "refused";
export type KeptMark = {
  /** When its button was pressed, ISO 8601. It is also the key, so no two have the same millisecond. */
  at: string;
  /** Where its form is posted, `/drive/stop/TH4701569556/delivery`; an earlier release had no visit there. */
  to: string;
  /** The button's value. */
  kind: string;
  /** The name of the driver whose form it is. */
  by: string;
  /** What is still to be sent. The photo is sent after its mark, with the same form. */
  what: "mark" | "photo";
  state: MarkState;
  why: string;
  /** How often sending its photo was tried on the day `triedOn`, and before when nothing of it is tried again. */
  tries: number;
  triedOn: string;
  notBefore: string;
};

const NO_SPACE = "this phone has no space for the photo. Phone the office.";

/** Stores a form. A stored form with the same answers is the same mark. */
export async function keepMark(to: string, form: FormData, at: string, what: KeptMark["what"] = "mark"): Promise<void> {
  const photo = photoOf(form);
  for (const mark of await keptMarks()) {
    const kept = mark.to === to && mark.what === what && mark.state === "waiting" ? await formOf(mark) : undefined;
    if (!kept || !isSame(kept, form)) continue;
    // Back, and a photo chosen, or another: the mark is the same, and nothing of it has been sent.
    return photo ? put(mark, form) : undefined;
  }
  const mark: KeptMark = { ...blank, at, to, kind: textIn(form, "mark"), by: textIn(form, "driver"), what };
  await put(mark, form).catch((error: unknown) => {
    if (!photo) throw error;
    return put({ ...mark, state: what === "photo" ? "refused" : "waiting", why: NO_SPACE }, withoutPhoto(form));
  });
}

/** In the order in which they were made, without those that are too old. */
export async function keptMarks(): Promise<KeptMark[]> {
  if (!(await caches.has(MARKS))) return [];
  const cache = await caches.open(MARKS);
  const marks: KeptMark[] = [];
  for (const request of await cache.keys()) {
    const mark = markIn(request.url);
    // As an older worker stored it.
    if (!request.url.endsWith(addressOf(mark))) await move(request, mark);
    const longestMs = mark.state === "refused" ? LONGEST_SAID_MS : LONGEST_KEPT_MS;
    if (Date.now() - Date.parse(mark.at) > longestMs) await forgetMark(mark);
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
  const form = changed.state === "refused" ? new FormData() : await formOf(mark);
  await put(changed, form).catch(async () => {
    // There is no space for both.
    await forgetMark(mark);
    await put(changed, form);
  });
  if (addressOf(changed) !== addressOf(mark)) await forgetMark(mark);
}

/** Whether a mark is of a stop. One from a page of an earlier release is of any visit to its parcel. */
export function isAt({ to }: KeptMark, stop: string): boolean {
  return to === stop || stop.startsWith(`${to}/`);
}

/** Deletes a stop's refused marks once another was accepted there. */
export async function forgetRefused(to: string): Promise<void> {
  for (const mark of await keptMarks()) if (isAt(mark, to) && mark.state === "refused") await forgetMark(mark);
}

/** Held marks are sent again: after a sign-in all, and those of stops that the driver's list shows again. */
export async function releaseHeld(stops?: readonly string[]): Promise<void> {
  for (const mark of await keptMarks())
    if (mark.state === "held" && (!stops || (mark.what === "mark" && stops.some((stop) => isAt(mark, stop)))))
      await changeMark(mark, { state: "waiting", why: "" });
}

const blank = { kind: "", by: "", state: "waiting", why: "", tries: 0, triedOn: "", notBefore: "" } as const;

async function put(mark: KeptMark, form: FormData): Promise<void> {
  await (await caches.open(MARKS)).put(addressOf(mark), new Response(form));
}

function addressOf({ at, to, ...rest }: KeptMark): string {
  return `/drive/kept?${new URLSearchParams({ at, to, ...rest, tries: String(rest.tries) })}`;
}

function markIn(address: string): KeptMark {
  const kept = Object.fromEntries(new URL(address).searchParams);
  const isOldPhoto = kept.state === "photo";
  const change = isOldPhoto ? { what: "photo", state: "waiting", tries: 0 } : { tries: Number(kept.tries) };
  return { ...blank, at: "", to: "", what: "mark", ...kept, ...change } as KeptMark;
}

async function move(from: Request, mark: KeptMark): Promise<void> {
  const cache = await caches.open(MARKS);
  const kept = await cache.match(from);
  if (kept) await cache.put(addressOf(mark), kept);
  await cache.delete(from);
}

function isSame(one: FormData, other: FormData): boolean {
  const answers = (form: FormData) => [...wordsOf(form)].filter(([name]) => name !== "photo").join("\n");
  return answers(one) === answers(other);
}

/** A form without its photo, of which a name stays, so that the site knows that there is one. */
function withoutPhoto(form: FormData): FormData {
  const words = new FormData();
  for (const [name, value] of wordsOf(form)) words.append(name, value);
  return words;
}

const textIn = (form: FormData, name: string) => String(form.get(name) ?? "");

/** A form's text fields, and a name instead of its photo. */
export function wordsOf(form: FormData): URLSearchParams {
  const words = new URLSearchParams();
  for (const [name, value] of form) {
    if (typeof value === "string") words.append(name, value);
    else if (value.size > 0) words.append(name, "photo.jpg");
  }
  return words;
}

/** A form's photo; null if none was chosen. */
export function photoOf(form: FormData): File | null {
  const photo = form.get("photo");
  return photo instanceof File && photo.size > 0 ? photo : null;
}
