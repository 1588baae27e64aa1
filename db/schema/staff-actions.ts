import { index, json, oneOf, primaryKey, table, text, time } from "../columns";

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

/**
 * What the office has begun to forget or correct of a customer with many bookings. A row goes with the last of them: what
 * a restart has interrupted is finished from it.
 */
export const customerChanges = table(
  "customer_changes",
  {
    /** An email in lower case, or the last nine digits of a phone. */
    person: text("person").notNull(),
    kind: oneOf("kind", ["correct", "forget"]).notNull(),
    /** The values that take the place of theirs; none when they are forgotten. */
    correction: json<{ name?: string; phone?: string; email?: string }>("correction").notNull(),
    /** Each spelling of an email or phone of theirs that we may have written to: forgotten bookings don't have them. */
    addresses: json<string[]>("addresses").notNull(),
    /** Who began it, as the record names them. */
    who: text("who").notNull(),
    /** When a part of it was done last: whoever does it is still there, or isn't. */
    workedAt: time("worked_at").notNull(),
  },
  (changes) => [primaryKey({ columns: [changes.person, changes.kind] })],
);
