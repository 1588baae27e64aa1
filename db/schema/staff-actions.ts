import { index, table, text, time } from "../columns";

/** Who changed what through `npm run staff`, written in the same transaction as the change. */
export const staffActions = table(
  "staff_actions",
  {
    id: text("id").primaryKey(),
    at: time("at").notNull(),
    who: text("who").notNull(),
    /** In words: "priced quote", "marked delivered". */
    action: text("action").notNull(),
    /** The number of a quote, waybill or application, or the name of a rate. */
    subject: text("subject").notNull(),
    details: text("details").notNull(),
  },
  (actions) => [
    index("staff_actions_by_subject").on(actions.subject, actions.at),
    index("staff_actions_by_time").on(actions.at),
  ],
);
