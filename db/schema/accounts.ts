import { sql } from "drizzle-orm";
import { index, int, oneOf, table, text, time, uniqueIndex } from "../columns";

/**
 * Customers' accounts. Several may claim the same email, but only one can verify it, and the other rows are then
 * deleted.
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
    /** Argon2id, including its salt and parameters. */
    passwordHash: text("password_hash").notNull(),
    /** The form that created it: a form sent twice creates one account. */
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

/** Emailed one-time links. Only the SHA-256 of a code is stored. */
export const actionLinks = table(
  "action_links",
  {
    codeHash: text("code_hash").primaryKey(),
    purpose: text("purpose").notNull(),
    /** The id of the account, or whatever the link is about. */
    subject: text("subject").notNull(),
    /** The address that the link was sent to, and that its use verifies. */
    address: text("address").notNull(),
    createdAt: time("created_at").notNull(),
    expiresAt: time("expires_at").notNull(),
    usedAt: time("used_at"),
    /** Set when a newer link or another event made this one invalid. */
    revokedAt: time("revoked_at"),
  },
  (links) => [
    index("action_links_by_subject").on(links.subject, links.purpose),
    index("action_links_by_expiry").on(links.expiresAt),
  ],
);

/** How often something was tried, by a hash of the action and who did it, and when the count expires. */
export const rateLimits = table(
  "rate_limits",
  { key: text("key").primaryKey(), points: int("points").notNull(), expire: time("expire") },
  (limits) => [index("rate_limits_by_expiry").on(limits.expire)],
);

/**
 * Emails and phones of senders whose bookings staff take themselves, because they were abused. What they have paid for
 * goes on.
 */
export const blockedCustomers = table(
  "blocked_customers",
  {
    /** An email in lower case, or a phone with its country. */
    contact: text("contact").primaryKey(),
    /** Why, in staff's words; blank if they didn't say. */
    because: text("because").notNull(),
    blockedAt: time("blocked_at").notNull(),
  },
  (blocked) => [index("blocked_customers_by_time").on(blocked.blockedAt)],
);

/**
 * Accounts that their owners deleted and whose bookings and emails are still being erased, a few at a time. A row goes
 * once nothing of its account is left.
 */
export const deletedAccounts = table("deleted_accounts", {
  uid: text("uid").primaryKey(),
  /** Its verified email, whose messages are erased; empty if it wasn't verified, because it may be somebody else's. */
  email: text("email"),
  /** What is newer belongs to another account, even if its email is the same. */
  deletedAt: time("deleted_at").notNull(),
});
