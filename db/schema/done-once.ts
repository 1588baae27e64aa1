import { index, json, oneOf, primaryKey, table, text, time } from "../columns";

export const kindsDoneOnce = ["call by key", "office form", "mark taken back", "pieces marked"] as const;

/** What must not happen twice, and leaves no row of its own that says so. */
export const doneOnce = table(
  "done_once",
  {
    kind: oneOf("kind", kindsDoneOnce).notNull(),
    /** The account or the person of the office; blank for drivers, whose keys have them. Not a foreign key: an account may have 100,000. */
    who: text("who").notNull(),
    /** The request's Idempotency-Key, or the form's key. */
    key: text("key").notNull(),
    /** What is answered when it comes again. */
    answer: json<unknown>("answer").notNull(),
    at: time("at").notNull(),
  },
  (done) => [
    primaryKey({ columns: [done.kind, done.who, done.key] }),
    index("done_once_by_time").on(done.kind, done.at),
  ],
);
