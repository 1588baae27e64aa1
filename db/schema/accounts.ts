import { sql } from "drizzle-orm";
import { index, int, oneOf, table, text, time, uniqueIndex } from "../columns";

/**
 * Customers with an account. Several people may claim one address; only one can have proven that emails to it reach
 * them, and the others' rows go when somebody does.
 */
export const users = table(
  "users",
  {
    uid: text("uid").primaryKey(),
    email: text("email").notNull(),
    emailVerifiedAt: time("email_verified_at"),
    name: text("name").notNull(),
    phone: text("phone").notNull(),
    role: oneOf("role", ["customer"]).notNull(),
    /** Argon2id, with its salt and its cost inside. */
    passwordHash: text("password_hash").notNull(),
    /** The form that it was registered with: a form sent twice makes one account. */
    registrationKey: text("registration_key").notNull().unique(),
    createdAt: time("created_at").notNull(),
    lastLoginAt: time("last_login_at").notNull(),
    verificationSentAt: time("verification_sent_at"),
    updatedAt: time("updated_at").notNull(),
  },
  (users) => [
    index("users_by_email").on(users.email),
    uniqueIndex("users_with_verified_email").on(users.email).where(sql`email_verified_at is not null`),
  ],
);

/** Who is signed in where. `id` is the SHA-256 of what the browser's cookie holds. */
export const sessions = table(
  "sessions",
  {
    id: text("id").primaryKey(),
    uid: text("uid")
      .notNull()
      .references(() => users.uid, { onDelete: "cascade" }),
    /** The browser's guest id at sign-in: its quotes join the account once the address is verified. */
    guestId: text("guest_id"),
    /** In words, "Chrome on Android", so that its owner knows it in the list. */
    browser: text("browser").notNull(),
    createdAt: time("created_at").notNull(),
    lastSeenAt: time("last_seen_at").notNull(),
    expiresAt: time("expires_at").notNull(),
  },
  (sessions) => [index("sessions_by_user").on(sessions.uid), index("sessions_by_expiry").on(sessions.expiresAt)],
);

/** One-time links that were mailed. Only the SHA-256 of a code is kept. */
export const actionLinks = table(
  "action_links",
  {
    codeHash: text("code_hash").primaryKey(),
    purpose: text("purpose").notNull(),
    /** Whom it concerns. */
    subject: text("subject").notNull(),
    /** The address that it was mailed to, which is what its use proves. */
    address: text("address").notNull(),
    createdAt: time("created_at").notNull(),
    expiresAt: time("expires_at").notNull(),
    usedAt: time("used_at"),
    /** Revoked by a newer link, or by what happened since. */
    revokedAt: time("revoked_at"),
  },
  (links) => [
    index("action_links_by_subject").on(links.subject, links.purpose),
    index("action_links_by_expiry").on(links.expiresAt),
  ],
);

/** How often something was tried, by a hash of what and who, and when that is forgotten. */
export const rateLimits = table(
  "rate_limits",
  { key: text("key").primaryKey(), points: int("points").notNull(), expire: time("expire") },
  (limits) => [index("rate_limits_by_expiry").on(limits.expire)],
);
