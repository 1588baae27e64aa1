import { index, json, table, text, time } from "../columns";

/** A draft on its way to another phone of its owner, which fetches it by a link within a day. */
export const sentDrafts = table(
  "sent_drafts",
  {
    /** The form that sent it: sent again, it is the same draft. */
    id: text("id").primaryKey(),
    answers: json<unknown>("answers").notNull(),
    createdAt: time("created_at").notNull(),
    expiresAt: time("expires_at").notNull(),
  },
  (drafts) => [index("sent_drafts_by_expiry").on(drafts.expiresAt)],
);
