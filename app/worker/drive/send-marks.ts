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
import { forgetStop } from "./kept-stops";

/**
 * A connection that takes longer than this is treated as none. Milliseconds; a photo gets as long as the site allows.
 */
const PATIENCE_MS = 20_000;
const PHOTO_PATIENCE_MS = 60_000;
/** Each failed upload of a photo costs its driver data. */
const MOST_TRIES = 3;

const HELD = "not taken from this phone. Phone the office. It is sent again when you sign in here.";

/** The result of sending a form. `later`: there was no answer, or one that isn't the site's. */
type Outcome = { kind: "taken" | "refused" | "later"; answer?: Response };

/** Sends a form as its page would. The form's key makes it count once, however often it is sent. */
export async function post(to: string, form: FormData | URLSearchParams): Promise<Outcome> {
  const hasPhoto = form instanceof FormData && photoOf(form) !== null;
  try {
    const answer = await fetch(to, {
      method: "POST",
      body: hasPhoto || form instanceof URLSearchParams ? form : wordsOf(form),
      headers: { Accept: "text/html" },
      redirect: "manual",
      signal: AbortSignal.timeout(hasPhoto ? PHOTO_PATIENCE_MS : PATIENCE_MS),
    });
    if (answer.type === "opaqueredirect") return { kind: "taken", answer };
    const { status } = answer;
    return { kind: status >= 400 && status < 500 && status !== 429 ? "refused" : "later", answer };
  } catch {
    return { kind: "later" };
  }
}

let sending: Promise<void> | undefined;

/** Sends stored marks, oldest first, until the signal is lost. A second call at the same time does nothing. */
export function sendMarks(): Promise<void> {
  sending ??= sendAll().finally(() => {
    sending = undefined;
  });
  return sending;
}

async function sendAll(): Promise<void> {
  const marks = await keptMarks();
  for (const mark of marks.filter(({ state }) => state === "waiting")) if (!(await sendMark(mark))) return;
  // Marks are sent before photos.
  for (const mark of (await keptMarks()).filter(({ state }) => state === "photo")) if (!(await sendPhoto(mark))) return;
}

/** Returns whether the connection still works. */
async function sendMark(mark: KeptMark): Promise<boolean> {
  const form = await formOf(mark);
  const { kind, answer } = await post(`${mark.to}?at=${mark.at}`, wordsOf(form));
  if (kind === "later") return false;
  if (kind === "taken") {
    await forgetRefused(mark.to);
    await forgetStop(mark.to);
    await (photoOf(form) ? changeMark(mark, { state: "photo" }) : forgetMark(mark));
  } else if (answer?.status === 403) {
    // Don't try again and again, which would cost data: only the office can help, with a new link.
    await changeMark(mark, { state: "held", why: HELD });
  } else {
    await changeMark(mark, { state: "refused", why: complaintIn((await answer?.text()) ?? "") });
  }
  return true;
}

/** The photo is sent with the same form: the site recognises the mark and adds the photo to it. */
async function sendPhoto(mark: KeptMark): Promise<boolean> {
  const { kind } = await post(`${mark.to}?at=${mark.at}`, await formOf(mark));
  if (kind !== "later" || mark.tries + 1 >= MOST_TRIES) await forgetMark(mark);
  else await changeMark(mark, { tries: mark.tries + 1 });
  return kind !== "later";
}

/** The error on a refused form's page. */
function complaintIn(page: string): string {
  const [, summary = ""] = /id="errors"[^>]*>([\s\S]*?)<\/ul>/.exec(page) ?? [];
  const words = [...summary.matchAll(/<li>([\s\S]*?)<\/li>/g)].map(([, line = ""]) => line.replace(/<[^>]*>/g, ""));
  return words.join(" ") || "Phone the office.";
}
