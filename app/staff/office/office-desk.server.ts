import type { Config } from "#app/config.server";
import { merchantApiOf } from "#app/domain/money/merchant-api.server";
import { hasRight, type OfficePerson } from "#app/domain/office/people.server";
import { type SignedIn, type Usable, usableBy } from "#app/domain/office/usable.server";
import { saClock } from "#app/domain/values/sa-time";
import { copiedAt, NO_COPY_YET } from "#db/copy/staff-copy.server";
import { openPostgresViews } from "#db/postgres/views.server";
import { openStaffViews, type StaffViews } from "#db/staff-views.server";
import type { Store } from "#db/store.server";
import type { Command } from "../command";
import { commands } from "../commands/all";
import type { Desk } from "../desk.server";

/** What a page's request brings. */
type Here = { services: { store: Store }; settings: Config };
/** Where the lists are read: in the database's file, or in its copy. */
type Lists = Pick<Config, "databaseFile" | "postgresUrl">;

/** What commands use when a page runs them. */
export function officeDesk({ services, settings }: Here, officePerson: SignedIn, now: Date): Desk {
  const { appUrl, payfast, dataDir, postgresUrl, trackingUrl } = settings;
  return {
    store: services.store,
    // They read the database itself.
    views: postgresUrl ? openPostgresViews(postgresUrl) : listViews(settings),
    site: { appUrl, mode: payfast.mode, trackingUrl },
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

/** What long lists are read in, without any load on the database of a PostgreSQL site: its copy. */
export function listViews({ databaseFile }: Lists): StaffViews {
  return openStaffViews(databaseFile, true);
}

/** Of which minute lists and figures are: on PostgreSQL they are read in a copy. Null where they are of this moment. */
export function copyNote({ postgresUrl, databaseFile }: Lists): string | null {
  if (!postgresUrl) return null;
  const copied = copiedAt(databaseFile);
  return copied ? `As of ${saClock(copied)}.` : NO_COPY_YET;
}

/** Whether there is something to read lists and figures in: on PostgreSQL the first copy takes a while. */
export function isCopied({ postgresUrl, databaseFile }: Lists): boolean {
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
