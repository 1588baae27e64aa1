import { sql } from "drizzle-orm";
import { index, oneOf, table, text, time, uniqueIndex } from "../columns";

/** Sign-ins. `id` is the SHA-256 of the value in the browser's cookie. */
export const sessions = table(
  "sessions",
  {
    id: text("id").primaryKey(),
    /** Which pages it opens: none of another kind's. */
    kind: oneOf("kind", ["customer", "driver", "office"]).notNull(),
    /** `users.uid`, `drivers.id` or `office_people.id`. */
    who: text("who").notNull(),
    /** A customer's browser's guest id at sign-in: its quotes move to the account once the email is verified. */
    guestId: text("guest_id"),
    /** "Chrome on Android": helps the owner recognise it in the list. */
    browser: text("browser").notNull(),
    createdAt: time("created_at").notNull(),
    lastSeenAt: time("last_seen_at").notNull(),
    /** However much it is used. */
    expiresAt: time("expires_at").notNull(),
    /** When a code of the person's phone was last typed in it: only the office's. */
    codeAt: time("code_at"),
  },
  (sessions) => [
    index("sessions_by_person").on(sessions.who, sessions.kind),
    index("sessions_by_expiry").on(sessions.expiresAt),
    // A driver is signed in on one phone.
    uniqueIndex("sessions_of_drivers").on(sessions.who).where(sql`kind = 'driver'`),
  ],
);
