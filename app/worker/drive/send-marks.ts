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

/** A line that answers no sooner is as good as none. Milliseconds; a photo may take as long as the site gives it. */
const PATIENCE_MS = 20_000;
const PHOTO_PATIENCE_MS = 60_000;
/** A photo that the line can't carry costs its driver data each time. */
const MOST_TRIES = 3;

const HELD = "not taken from this phone. Phone the office. It is sent again when you sign in here.";

/** What became of a form. `later`: no answer, or one that says nothing of it. */
type Outcome = { kind: "taken" | "refused" | "later"; answer?: Response };

/** Sends a form as its page would. The site knows it by its key: it counts once, however often it is sent. */
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

/** Sends what is kept, oldest first, and stops where the signal does. Twice at once is once. */
export function sendMarks(): Promise<void> {
  sending ??= sendAll().finally(() => {
    sending = undefined;
  });
  return sending;
}

async function sendAll(): Promise<void> {
  const marks = await keptMarks();
  for (const mark of marks.filter(({ state }) => state === "waiting")) if (!(await sendMark(mark))) return;
  // A mark never waits for a photo, its own or another's.
  for (const mark of (await keptMarks()).filter(({ state }) => state === "photo")) if (!(await sendPhoto(mark))) return;
}

/** Whether the line still holds. */
async function sendMark(mark: KeptMark): Promise<boolean> {
  const form = await formOf(mark);
  const { kind, answer } = await post(`${mark.to}?at=${mark.at}`, wordsOf(form));
  if (kind === "later") return false;
  if (kind === "taken") {
    await forgetRefused(mark.to);
    await forgetStop(mark.to);
    await (photoOf(form) ? changeMark(mark, { state: "photo" }) : forgetMark(mark));
  } else if (answer?.status === 403) {
    // To ask again and again would cost data: only the office can help, with a new link.
    await changeMark(mark, { state: "held", why: HELD });
  } else {
    await changeMark(mark, { state: "refused", why: complaintIn((await answer?.text()) ?? "") });
  }
  return true;
}

/** The photo comes with the same form: the site knows the mark, and adds the photo to it. */
async function sendPhoto(mark: KeptMark): Promise<boolean> {
  const { kind } = await post(`${mark.to}?at=${mark.at}`, await formOf(mark));
  if (kind !== "later" || mark.tries + 1 >= MOST_TRIES) await forgetMark(mark);
  else await changeMark(mark, { tries: mark.tries + 1 });
  return kind !== "later";
}

/** What the page of a refused form says is wrong with it. */
function complaintIn(page: string): string {
  const [, summary = ""] = /id="errors"[^>]*>([\s\S]*?)<\/ul>/.exec(page) ?? [];
  const words = [...summary.matchAll(/<li>([\s\S]*?)<\/li>/g)].map(([, line = ""]) => line.replace(/<[^>]*>/g, ""));
  return words.join(" ") || "Phone the office.";
}
