import { index, int, json, oneOf, primaryKey, table, text, time } from "../columns";
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

/** What was answered to requests with an Idempotency-Key: asked again, the same is answered, and nothing is done. */
export const apiAnswers = table(
  "api_answers",
  {
    /** Not a foreign key: an account may have a hundred thousand answers, which are deleted after it, a few at a time. */
    uid: text("uid").notNull(),
    /** The request's Idempotency-Key. */
    key: text("key").notNull(),
    /** Fingerprint of the address and the body: another request may not use the same key. */
    requestHash: text("request_hash").notNull(),
    status: int("status").notNull(),
    body: json<unknown>("body").notNull(),
    location: text("location"),
    answeredAt: time("answered_at").notNull(),
  },
  (answers) => [
    primaryKey({ columns: [answers.uid, answers.key] }),
    index("api_answers_by_time").on(answers.answeredAt),
  ],
);
