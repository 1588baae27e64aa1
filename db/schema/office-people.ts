import { index, int, oneOf, table, text, time } from "../columns";

/** Who works in the office in a browser. Nobody is deleted, because the record names them; who leaves is blocked. */
export const officePeople = table("office_people", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  /** In lower case. */
  email: text("email").notNull().unique(),
  /** Each includes the ones before it. */
  officeRight: oneOf("office_right", ["reader", "clerk", "cashier", "manager"]).notNull(),
  /** Argon2id, including its salt and parameters; empty until the person has used the link. */
  passwordHash: text("password_hash"),
  addedAt: time("added_at").notNull(),
  blockedAt: time("blocked_at"),
});

/** What a person signs in with beside the password: one app that shows codes, and ten recovery codes. */
export const officeFactors = table(
  "office_factors",
  {
    id: text("id").primaryKey(),
    personId: text("person_id")
      .notNull()
      .references(() => officePeople.id, { onDelete: "cascade" }),
    kind: oneOf("kind", ["app", "recovery code"]).notNull(),
    /** The app's key, encrypted with a key derived from `SESSION_SECRET`. */
    keySealed: text("key_sealed"),
    /** The last half minute whose code was taken: none is taken twice. */
    lastStep: int("last_step"),
    /** SHA-256 of a recovery code. */
    codeHash: text("code_hash"),
    /** When a recovery code was used: none works twice. */
    usedAt: time("used_at"),
    createdAt: time("created_at").notNull(),
  },
  (factors) => [index("office_factors_by_person").on(factors.personId)],
);

/** What people of the office looked at, searched for and exported. What they changed is in `staff_actions`. */
export const officeLooks = table(
  "office_looks",
  {
    id: text("id").primaryKey(),
    at: time("at").notNull(),
    /** Name and email, as they were then. */
    who: text("who").notNull(),
    /** "looked at", "searched", "exported" when a file begins, "exported to the end". */
    what: text("what").notNull(),
    number: text("number"),
    view: text("view"),
    /** The format of a file, and the columns that it was filtered and sorted by. */
    asked: text("asked"),
    rows: int("rows"),
  },
  (looks) => [index("office_looks_by_time").on(looks.at), index("office_looks_by_number").on(looks.number, looks.at)],
);
