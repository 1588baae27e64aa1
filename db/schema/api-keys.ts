import { index, oneOf, table, text, time } from "../columns";
import { users } from "./accounts";

/** The keys by which shops' own programs book for an account. Only the SHA-256 of a key is stored. */
export const apiKeys = table(
  "api_keys",
  {
    id: text("id").primaryKey(),
    uid: text("uid")
      .notNull()
      .references(() => users.uid, { onDelete: "cascade" }),
    /** What its owner calls it: "My shop". */
    name: text("name").notNull(),
    keyHash: text("key_hash").notNull().unique(),
    /** The key's first characters, by which its owner knows it again. */
    start: text("start").notNull(),
    /** The version of the terms that its owner agreed to for the bookings made with it. */
    termsVersion: text("terms_version").notNull(),
    madeAt: time("made_at").notNull(),
    /** To five minutes. */
    lastUsedAt: time("last_used_at"),
    revokedAt: time("revoked_at"),
    revokedBy: oneOf("revoked_by", ["owner", "office"]),
  },
  (keys) => [index("api_keys_by_user").on(keys.uid, keys.madeAt)],
);
