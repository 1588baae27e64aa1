import type { MerchantApi } from "#app/domain/payments/merchant-api.server";
import { recordAction, type StaffAction } from "#app/domain/staff-actions/staff-actions.server";
import type { StaffViews } from "#db/staff-views.server";
import type { Store, Tx } from "#db/store.server";
import type { Answer, Row } from "./answer";
import { UsageError } from "./usage-error";

/** What a command works with. */
export type Desk = {
  store: Store;
  views: StaffViews;
  /** Where the site is, and how it takes money: emails and payments depend on both. */
  site: { appUrl: string; mode: "simulator" | "sandbox" | "live" };
  /** PayFast's merchant API, where the settings at hand name it. */
  merchantApi: MerchantApi | null;
  /** Where it was called: names of files are meant from there. */
  folder: string;
  /** Whether who sits here has the rights of a group alone. */
  isRestricted?: boolean;
  /** Where the database and its snapshots are. */
  dataDir?: string;
  /** Everything that is piped or typed into the command, to its end. */
  readInput?: () => string;
  now: Date;
  /** Who sits here; undefined where nobody said. */
  who: string | undefined;
  isDryRun: boolean;
};

/** What a change did, to be written down, and what it lets be read; or why it wasn't done. */
export type Outcome =
  | { ok: true; said: string[]; actions: StaffAction[]; fields?: Row; document?: unknown }
  | { ok: false; why: string[] };

const LONGEST_NAME = 60;

/**
 * Makes a change and writes down who made it, in one transaction. A change that is refused, and every dry run, is undone
 * as a whole.
 */
export async function act(desk: Desk, change: (tx: Tx) => Promise<Outcome>): Promise<Answer> {
  const who = nameOf(desk.who);
  try {
    const outcome = await desk.store.tx(async (tx) => {
      const outcome = await change(tx);
      if (!outcome.ok) throw new Undone(outcome);
      for (const done of outcome.actions) await recordAction(tx, who, done, desk.now);
      if (desk.isDryRun) throw new Undone(outcome);
      return outcome;
    });
    if (outcome.document !== undefined) return { kind: "document", document: outcome.document };
    return { kind: "done", said: outcome.said, fields: outcome.fields };
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
    const { outcome } = error;
    if (!outcome.ok) return { kind: "refused", why: outcome.why };
    if (outcome.document !== undefined) return { kind: "document", document: outcome.document };
    const said = ["Dry run: nothing has changed. This would happen:", ...outcome.said];
    return { kind: "done", said, fields: outcome.fields };
  }
}

/** Carries an outcome out of a transaction that must leave nothing behind. */
class Undone extends Error {
  constructor(readonly outcome: Outcome) {
    super("undone");
  }
}

function nameOf(who: string | undefined): string {
  const name = who?.replace(/\p{Cc}/gu, " ").trim();
  if (!name) throw new UsageError("Give your name, for the record: --as Thandi (or set STAFF_NAME).");
  if (name.length > LONGEST_NAME) throw new UsageError(`A name can have at most ${LONGEST_NAME} characters.`);
  return name;
}

/** What to say when an email was queued. */
export const emailNote =
  "The email is in the outbox. The site sends it within 5 seconds if it is running, or else at its next start.";
