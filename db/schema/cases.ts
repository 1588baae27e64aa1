import { sql } from "drizzle-orm";
import { index, oneOf, table, text, time } from "../columns";
import { waybills } from "./waybills";

export const caseKinds = ["not_there", "damaged", "wrong_place", "wrong_person"] as const;

/** Problems that people reported about parcels, and our answers. */
export const cases = table(
  "cases",
  {
    caseNo: text("case_no").primaryKey(),
    waybillNo: text("waybill_no")
      .notNull()
      .references(() => waybills.waybillNo),
    kind: oneOf("kind", caseKinds).notNull(),
    /** The person's own words; may be blank. */
    words: text("words").notNull(),
    /** An email, or a phone as `+27821234567`; empty if none was given, or after it was erased. */
    contact: text("contact"),
    /** The form that it came from: the same form sent again is the same case. */
    formKey: text("form_key").notNull().unique(),
    openedAt: time("opened_at").notNull(),
    /** The last answer, and when it was sent. */
    answer: text("answer"),
    answeredAt: time("answered_at"),
    closedAt: time("closed_at"),
  },
  (cases) => [
    index("cases_by_waybill").on(cases.waybillNo),
    index("cases_open").on(cases.openedAt).where(sql`closed_at is null`),
  ],
);
