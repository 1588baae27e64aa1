import { settings } from "#app/config.server";
import type { OfficePerson } from "#app/domain/office/people.server";
import { merchantApiOf } from "#app/domain/payments/merchant-api.server";
import { saClock } from "#app/domain/values/sa-time";
import { liveViews } from "#db/copy/live-views.server";
import { copiedAt } from "#db/copy/staff-copy.server";
import { readApart } from "#db/read-apart.server";
import { openStaffViews, type StaffViews } from "#db/staff-views.server";
import type { Store } from "#db/store.server";
import type { Command } from "../command";
import { commands } from "../commands/all";
import type { Desk } from "../desk.server";
import { whyNotAllowed } from "../rights.server";

/** What commands use when a page runs them. */
export function officeDesk(store: Store, officePerson: OfficePerson, now: Date): Desk {
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

/** Of which minute lists are: on PostgreSQL they are read in a copy. Null where they are of this moment. */
export function copyNote(): string | null {
  const { postgresUrl, databaseFile } = settings();
  const copied = postgresUrl ? copiedAt(databaseFile) : undefined;
  return copied ? `As of ${saClock(copied)}.` : null;
}

/** A command by its address, `price-quote`; undefined if there is none, or the person may not use it. */
export function commandAt(address: string | undefined, person: OfficePerson): Command | undefined {
  const named = commands.find(({ name }) => addressOf(name) === address?.toLowerCase());
  return named && mayUse(person, named) ? named : undefined;
}

export function mayUse(person: OfficePerson, command: Command): boolean {
  return whyNotAllowed(person, command, undefined, "none") === null;
}

export const addressOf = (name: string) => name.replaceAll(" ", "-");
