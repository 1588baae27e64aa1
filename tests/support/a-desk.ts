import path from "node:path";
import type { Answer } from "#app/staff/answer";
import type { Desk } from "#app/staff/desk.server";
import { readCall } from "#app/staff/read-call";
import { openStaffViews } from "#db/staff-views.server";
import type { Office } from "./an-office";
import { freshForStaff } from "./store-place";

/** Somebody of the office who types commands, in this process. */
export function aDesk(office: Office, changed: Partial<Desk> = {}) {
  const views = openStaffViews(office.file);
  const desk: Desk = {
    store: office.store,
    views,
    site: { appUrl: "https://courier.example", mode: "sandbox" },
    merchantApi: null,
    folder: path.dirname(office.file),
    now: new Date(),
    who: "Zanele",
    isDryRun: false,
    ...changed,
  };
  return {
    desk,
    /** What one command answers, at this moment. */
    async ask(...args: string[]): Promise<Answer> {
      freshForStaff(office.file);
      const { command, call } = readCall(args);
      if (!command) throw new Error("no command");
      return command.run(call, { ...desk, now: changed.now ?? new Date(), isDryRun: call.has("dry-run") });
    },
    leave: () => views.close(),
  };
}

export type StaffDesk = ReturnType<typeof aDesk>;
