import { settings } from "#app/config.server";
import { merchantApiOf } from "#app/domain/money/merchant-api.server";
import { hasRight, type OfficePerson } from "#app/domain/office/people.server";
import { type SignedIn, type Usable, usableBy } from "#app/domain/office/usable.server";
import { saClock } from "#app/domain/values/sa-time";
import { liveViews } from "#db/copy/live-views.server";
import { copiedAt, NO_COPY_YET } from "#db/copy/staff-copy.server";
import { readApart } from "#db/read-apart.server";
import { openStaffViews, type StaffViews } from "#db/staff-views.server";
import type { Store } from "#db/store.server";
import type { Command } from "../command";
import { commands } from "../commands/all";
import type { Desk } from "../desk.server";

/** What commands use when a page runs them. */
export function officeDesk(store: Store, officePerson: SignedIn, now: Date): Desk {
  const { appUrl, payfast, dataDir } = settings();
  return {
    store,
    views: officeViews(),
    site: { appUrl, mode: payfast.mode },
    merchantApi: merchantApiOf(payfast),
    // A page reads no files but those that come with its form.
    folder: dataDir,
    isRestricted: true,
    dataDir,
    now,
    personName: officePerson.name,
    officePerson,
    isDryRun: false,
  };
}

/** On PostgreSQL what has to be known at once is asked of it, and lists are read in its copy. */
function officeViews(): StaffViews {
  const { postgresUrl, databaseFile } = settings();
  const file = openStaffViews(databaseFile);
  // A whole view may be long, and the day reads most of what is under way.
  const whole = (view: string) => readApart(databaseFile, `SELECT * FROM "${view}"`, []);
  if (!postgresUrl)
    return { ...file, read: (view, first) => (first === undefined ? whole(view) : file.read(view, first)) };
  const live = liveViews(postgresUrl);
  return {
    ...file,
    // Before the first copy is there, only what is asked of the database itself.
    names: () => (copiedAt(databaseFile) ? file.names() : live.names()),
    read: (view, first) => (live.names().includes(view) ? live.read(view, first) : file.read(view, first)),
    find: live.find,
  };
}

/** Of which minute lists and figures are: on PostgreSQL they are read in a copy. Null where they are of this moment. */
export function copyNote(): string | null {
  const { postgresUrl, databaseFile } = settings();
  if (!postgresUrl) return null;
  const copied = copiedAt(databaseFile);
  return copied ? `As of ${saClock(copied)}.` : NO_COPY_YET;
}

/** Whether there is something to read lists and figures in: on PostgreSQL the first copy takes a while. */
export function isCopied(): boolean {
  const { postgresUrl, databaseFile } = settings();
  return !postgresUrl || copiedAt(databaseFile) !== undefined;
}

/** A command by its address, `price-quote`; undefined if there is none. */
export function commandAt(address: string | undefined): Command | undefined {
  return commands.find(({ name }) => addressOf(name) === address?.toLowerCase());
}

/** Whether the person may use a command, perhaps after a code. */
export function mayUse(person: OfficePerson, command: Command): boolean {
  return hasRight(person.right, command.right);
}

/** A command whose answer stands on another page, for whoever may see it there as it is; null for others. */
export function usableOn({ officePerson, now }: Desk, command: Command): Usable<Command> | null {
  const usable = officePerson && usableBy(officePerson, command, now);
  return usable && typeof usable !== "string" ? usable : null;
}

export const addressOf = (name: string) => name.replaceAll(" ", "-");
