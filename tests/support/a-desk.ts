import path from "node:path";
import { afterEach } from "vitest";
import { plainText } from "#app/language/plain-text";
import type { Answer, Next, Row } from "#app/staff/answer";
import type { Desk } from "#app/staff/desk.server";
import { sentencesOf } from "#app/staff/output";
import { readCall } from "#app/staff/read-call";
import { isPostgres } from "#db/dialect";
import { openPostgresViews } from "#db/postgres/views.server";
import { openStaffViews, type StaffViews, staffViews } from "#db/staff-views.server";
import type { Store } from "#db/store.server";
import type { Office } from "./an-office";
import { forAllTests, forEachTest } from "./for-tests";
import { storePlace } from "./store-place";

/** An answer with its sentences as a terminal says them. */
export type SaidAnswer =
  | Extract<Answer, { kind: "document" }>
  | { kind: "list"; columns: string[]; rows: Row[]; ifEmpty: string; onPages?: string[]; paper?: () => Promise<Buffer> }
  | { kind: "done"; output: string[]; fields?: Row; isUnchanged?: boolean; isOnlyLooked?: boolean; next?: Next }
  | { kind: "partly"; output: string[]; why: string[] }
  | { kind: "paper"; bytes: Buffer; output: string; why: string[] }
  | { kind: "refused"; why: string[] };

export function asSaid(answer: Answer): SaidAnswer {
  const { asks: _, ...rest } = answer;
  if (rest.kind === "document") return rest;
  if (rest.kind === "list") return { ...rest, ifEmpty: plainText(rest.ifEmpty) };
  if (rest.kind === "refused") return { ...rest, why: rest.why.map(plainText) };
  if (rest.kind === "paper") return { ...rest, output: plainText(rest.output), why: rest.why.map(plainText) };
  const { isDryRun: _dry, ...said } = rest;
  const output = sentencesOf({ ...rest, asks: answer.asks });
  return said.kind === "partly" ? { ...said, output, why: said.why.map(plainText) } : { ...said, output };
}

/** A staff member who types commands, in this process. */
export function aDesk(office: Pick<Office, "file" | "store">, changed: Partial<Desk> = {}) {
  const desk: Desk = {
    store: office.store,
    views: viewsOf(office),
    site: { appUrl: "https://courier.example", mode: "sandbox" },
    merchantApi: null,
    folder: path.dirname(office.file),
    now: new Date(),
    personName: "Zanele",
    isDryRun: false,
    ...changed,
  };
  return {
    desk,
    /** The answer to one command, at this moment. */
    async ask(...args: string[]): Promise<SaidAnswer> {
      desk.views.close();
      desk.views = viewsOf(office);
      const { command, call } = readCall(args);
      if (!command) throw new Error("no command");
      return asSaid(
        await command.run(call, { ...desk, now: changed.now ?? new Date(), isDryRun: call.has("dry-run") }),
      );
    },
    leave: () => desk.views.close(),
  };
}

/** The same, at the desk of each test's own office. */
export function deskForEachTest(office: Office): StaffDesk {
  const desk = forEachTest(async () => aDesk(office));
  afterEach(() => desk.leave());
  return desk;
}

/** The same, beside a site that all tests of a file share. */
export function deskOfSite(site: { dataDir: string }, store: Store): StaffDesk {
  return forAllTests(
    async () => aDesk({ file: path.join(site.dataDir, "courier.db"), store }),
    (desk) => desk.leave(),
  );
}

/** The views that a terminal reads. */
export function viewsOf({ file }: { file: string }): StaffViews {
  if (!isPostgres) return openStaffViews(file);
  const views = storePlace(file).then(openPostgresViews);
  return staffViews({
    ask: async (...asked) => (await views).ask(...asked),
    find: async (...asked) => (await views).find(...asked),
    close: () => undefined,
  });
}

export type StaffDesk = ReturnType<typeof aDesk>;
