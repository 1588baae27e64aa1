import { isNull } from "drizzle-orm";
import { MINUTES } from "#app/durations";
import { officePeople } from "#db/schema/office-people";
import type { Holders, SignIn } from "../accounts/sessions.server";
import { isWithinLast } from "../values/stored-moment";
import { asPerson, type OfficePerson } from "./people.server";

/** How long after a code a person may use what asks for one. */
const CODE_HOLDS_MS = 10 * MINUTES;

/** Whose sessions open the office's pages: nobody's who is blocked. */
export const officeStaff: Holders<OfficePerson> = {
  kind: "office",
  table: officePeople,
  id: officePeople.id,
  mayComeIn: isNull(officePeople.blockedAt),
  as: asPerson,
};

export type OfficeSession = SignIn<OfficePerson>;

/** Whether a code was typed so lately that the person may use what asks for one. */
export function isRecent(codeAt: Date, now: Date): boolean {
  return isWithinLast(CODE_HOLDS_MS, codeAt, now);
}
