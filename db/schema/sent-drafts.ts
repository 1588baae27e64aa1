import { index, json, table, text, time } from "../columns";

/** What somebody has answered so far of a parcel, until another phone of theirs fetches it by a link: a day at most. */
export const sentDrafts = table(
  "sent_drafts",
  {
    /** The form that it was sent with: sent again, it is the same. */
    id: text("id").primaryKey(),
    answers: json<unknown>("answers").notNull(),
    createdAt: time("created_at").notNull(),
    expiresAt: time("expires_at").notNull(),
  },
  (drafts) => [index("sent_drafts_by_expiry").on(drafts.expiresAt)],
);
