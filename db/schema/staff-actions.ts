import { index, json, table, text, time } from "../columns";

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

/** What the office's page said when a form was done, so that the same form sent again is answered so, and done once. */
export const officeAnswers = table(
  "office_answers",
  {
    /** The form's key, with the account that sent it. */
    key: text("key").primaryKey(),
    answeredAt: time("answered_at").notNull(),
    answer: json<unknown>("answer").notNull(),
  },
  (answers) => [index("office_answers_by_time").on(answers.answeredAt)],
);
