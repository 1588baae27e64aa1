import { type Draft, isComplete } from "../../domain/form/draft";
import { isPaid } from "../../domain/money/payment-state";
import { formHash } from "../../domain/parcels/quotes/fingerprint.server";
import type { Quote } from "../../domain/parcels/quotes/quote";
import { isFinal } from "../../domain/parcels/quotes/saved-quotes.server";
import type { StepName } from "./journey";

/** A step that is opened or sends its form; `wizard`: an address that only leads into the steps, or its form. */
export type Action = StepName | "wizard";

/**
 * - `here`: the page that was asked for; `anew`: the same, of a new parcel
 * - a step; `lost`: the first step, which says that this phone has lost the answers
 * - `payment` and `thanks`: the pages of a booking; `continue`: "Continue on another phone"
 * - a status: the page that sent the form again, with this status; 204 leaves the browser where it is
 */
export type Page =
  | ("here" | "anew" | "lost" | "payment" | "thanks" | "continue" | StepName)
  | (200 | 204 | 400 | 403 | 409 | 429 | 503);

type Row = Record<Action, Page>;
const row = <A extends Page, P extends Page, R extends Page, W extends Page>(
  addresses: A,
  parcel: P,
  review: R,
  wizard: W,
) => ({ addresses, parcel, review, wizard });
const everywhere = <Anywhere extends Page>(page: Anywhere) => row(page, page, page, page);

/** Every state of a wizard, and the page that each action leads to in it. */
export const pages = {
  // How far the draft is. No step is skipped, and nothing changes once it is booked.
  nothing: row("here", "addresses", "addresses", "addresses"),
  "nothing, after a step": row("here", "lost", "lost", "addresses"),
  /** The addresses are known. Without a parcel, or its price no longer matches the answers or has expired. */
  unpriced: row("here", "here", "parcel", "parcel"),
  priced: row("here", "here", "here", "review"),
  booked: row("anew", "review", "here", "addresses"),
  /** Nobody's draft any more: the next person on this phone reads no names or addresses. */
  paid: row("anew", "thanks", "thanks", "addresses"),

  // What the request is.
  "spelled otherwise": everywhere("addresses"),
  /** A form of a parcel that was booked after the form was shown, or whose price was asked for. */
  "of a booking": row("review", "review", "payment", "review"),
  "of a request": row("review", "review", "thanks", "review"),

  // What is odd about the form. Everything that is typed is shown again.
  "choosing a country": everywhere(200),
  /** A name that can mean several places. */
  places: everywhere(400),
  wrong: everywhere(400),
  /** A place that we don't serve. */
  coverage: everywhere(400),
  /** A postal code of another town. */
  towns: everywhere(400),
  landmarks: everywhere(400),
  /** A name or street that the slip can't show. */
  "in another script": everywhere(400),
  "over the limit": everywhere(400),
  /** Another tab has saved other answers. */
  conflict: everywhere(409),
  turn: everywhere(429),
  unwritable: everywhere(503),
  changed: everywhere(409),
  blocked: everywhere(403),
  "too many unpaid": everywhere(409),

  // What was done.
  left: everywhere(204),
  back: row("addresses", "addresses", "parcel", "parcel"),
  answered: row("parcel", "review", "review", "parcel"),
  "answered and priced": everywhere("review"),
  "booked now": everywhere("payment"),
  requested: everywhere("review"),
  "begun again": everywhere("addresses"),
  /** The booking stays: it can't be changed any more. */
  "not given up": everywhere("review"),
  "link shown": everywhere(200),
  "link sent": everywhere("continue"),
  "link over": everywhere("continue"),
} satisfies Record<string, Row>;

/** A row of the table: a state without one doesn't compile. */
export type State = keyof typeof pages;

/** Which page comes next. */
export function nextPage<S extends State, A extends Action>(state: S, action: A): (typeof pages)[S][A] {
  return pages[state][action];
}

type DraftState = "nothing" | "unpriced" | "priced" | "booked" | "paid";

/** How far a draft is, with the quote that was made of it. */
export function stateOf(draft: Draft | null, quote: Quote | null, now: Date): DraftState {
  if (quote && isFinal(quote)) return isPaid(quote.status) ? "paid" : "booked";
  if (!draft?.addresses) return "nothing";
  const isCurrent = isComplete(draft) && quote && formHash(quote.formSnapshot) === formHash(draft);
  return isCurrent && quote.expiresAt > now ? "priced" : "unpriced";
}

/** The same by the answers alone, for somebody who isn't signed in: one without answers is booked. */
export function likelyState(draft: Draft | null): DraftState {
  if (!draft) return "nothing";
  if (!draft.addresses) return "booked";
  return isComplete(draft) ? "priced" : "unpriced";
}
