import type { MerchantApi } from "#app/domain/money/merchant-api.server";
import { hasRight, inRecord, type Right } from "#app/domain/office/people.server";
import { recordAction, type StaffAction } from "#app/domain/office/staff-actions.server";
import type { SignedIn } from "#app/domain/office/usable.server";
import { watchingQueue } from "#app/domain/post/queued-here.server";
import { asLine } from "#app/domain/values/typed-text";
import { UsageError } from "#app/domain/values/usage-error";
import { field, say, url, type Words } from "#app/language/say";
import type { StaffViews } from "#db/staff-views.server";
import type { Store, Tx } from "#db/store.server";
import { type Answer, distinct, type Row, refused } from "./answer";
import type { WouldTell } from "./told";
import { toldBy, withoutDrawn } from "./told.server";

/** The arguments after the command's name, as typed. */
export type Call = {
  words: string[];
  /** The words of one argument, where each has a field of its own. */
  field?(name: string): string[];
  /** An option's value, trimmed; undefined if it wasn't given or is blank. */
  option(name: string): string | undefined;
  has(name: string): boolean;
};

/** What a command can use. */
export type Desk = {
  store: Store;
  views: StaffViews;
  /** The site's address and payment mode, which emails and payments depend on, and another page that tracks, if it has one. */
  site: { appUrl: string; mode: "simulator" | "sandbox" | "live"; trackingUrl?: string };
  /** PayFast's merchant API, if it is configured. */
  merchantApi: MerchantApi | null;
  /** The folder where the command was called, from which file names are resolved. */
  folder: string;
  /** The person of the office who acts on a page; undefined in a terminal. */
  officePerson?: SignedIn;
  /** Whether the person only has the rights of a group. */
  isRestricted?: boolean;
  /** The right of whoever types in a terminal; undefined where nothing is restricted. */
  right?: Right;
  /** The folder of the database and its snapshots. */
  dataDir?: string;
  /** Reads the whole standard input. */
  readInput?: () => Uint8Array;
  /** A file that came with a form. */
  upload?: { name: string; content: string };
  /** Where it lies if it is too long for a form. */
  keptList?: string;
  now: Date;
  /** The name of the person; undefined if it isn't known. */
  personName: string | undefined;
  /** What was typed, to be typed again with a name. */
  lineWithName?: string;
  isDryRun: boolean;
};

/** The result of a change: its record and what to show, or why it wasn't made. */
export type Outcome =
  | { ok: true; output: Words[]; actions: StaffAction[]; fields?: Row; packed?: Buffer }
  | { ok: false; why: Words[] };

/** A change that was made, with its record; without one all of it was so already. */
export function did(record: StaffAction | StaffAction[] | null | false, ...output: Words[]): Outcome {
  return { ok: true, output, actions: record ? [record].flat() : [] };
}

/** A change that wasn't made, and why. */
export function notDone(...why: Words[]): Outcome {
  return { ok: false, why };
}

/** A change of each of several things, as one: all or none. */
export async function each<Item>(items: Iterable<Item>, one: (item: Item) => Promise<Outcome>): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  for (const item of items) outcomes.push(await one(item));
  const why = outcomes.flatMap((outcome) => (outcome.ok ? [] : outcome.why));
  if (why.length > 0) return notDone(...why);
  const made = outcomes.flatMap((outcome) => (outcome.ok ? [outcome] : []));
  return did(
    made.flatMap(({ actions }) => actions),
    ...distinct(made.flatMap(({ output }) => output)),
  );
}

const LONGEST_NAME = 60;
/** Makes a change and records who made it, in one transaction. A refused change and every dry run are rolled back. */
export async function act(desk: Desk, change: (tx: Tx) => Promise<Outcome>): Promise<Answer> {
  const person = whoActs(desk);
  try {
    const outcome = await desk.store.tx((tx) =>
      watchingQueue(tx, async (queued) => {
        const outcome = await change(tx);
        if (!outcome.ok) throw new Undone(outcome);
        for (const action of outcome.actions) await recordAction(tx, person, action, desk.now);
        const subjects = outcome.actions.map(({ subject }) => subject);
        if (desk.isDryRun) throw new Undone(outcome, await toldBy(tx, subjects, queued));
        return outcome;
      }),
    );
    return answerOf(outcome, desk);
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
    const { outcome, told } = error;
    if (!outcome.ok) return refused(...outcome.why);
    return { ...answerOf(outcome, desk), told: told && (await withoutDrawn(desk.store.read, told)) };
  }
}

function answerOf({ output, actions, fields, packed }: Outcome & { ok: true }, { isDryRun }: Desk): Answer {
  if (packed) return { kind: "document", packed };
  return { kind: "done", output, fields, isUnchanged: actions.length === 0 || undefined, isDryRun };
}

/** Takes an outcome out of a transaction that is rolled back. */
class Undone extends Error {
  constructor(
    readonly outcome: Outcome,
    readonly told?: WouldTell,
  ) {
    super("undone");
  }
}

/** Whether whoever acts has this right: for what only some may do of a command. */
export function mayDo({ officePerson, right }: Desk, need: Right): boolean {
  const has = officePerson?.right ?? right;
  return has === undefined || hasRight(has, need);
}

/** Who acts, as the record names them. @throws UsageError where a terminal doesn't know */
export function whoActs(desk: Desk): string {
  return desk.officePerson ? inRecord(desk.officePerson) : nameOf(desk);
}

/**
 * A link that lets somebody in, for whoever acts in a terminal: the first manager has no email yet that reaches them. No
 * page shows one, and a dry run makes none that works.
 */
export function wayIn({ officePerson, isDryRun }: Desk, link: string): Words[] {
  return officePerson || isDryRun ? [] : [say`${url(link)}`];
}

function nameOf({ personName, lineWithName }: Desk): string {
  const name = asLine(personName ?? "");
  const how = lineWithName ? `:\n${lineWithName}` : ".";
  if (!name) throw new UsageError(say`Give your name, for the record, by STAFF_NAME or ${field("as")}${how}`);
  return nameFrom(name);
}

/** A person's name, as the record and the lists show it. */
export function nameFrom(typed: string): string {
  if (typed.length > LONGEST_NAME) throw new UsageError(`A name can have at most ${LONGEST_NAME} characters.`);
  return typed;
}

/** The sentence for what was queued: an email, or several messages to several people. */
export const emailNote = "Messages go within a few seconds while the site runs.";
