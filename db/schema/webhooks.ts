import { bool, index, int, json, oneOf, table, text, time, uniqueIndex } from "../columns";
import { users } from "./accounts";

/** Addresses of shops' own programs that we call when something happens to a booking. Deleted with the account. */
export const webhookEndpoints = table(
  "webhook_endpoints",
  {
    id: text("id").primaryKey(),
    uid: text("uid")
      .notNull()
      .references(() => users.uid, { onDelete: "cascade" }),
    url: text("url").notNull(),
    /** The kinds of events that it is told of; all if empty. */
    events: json<string[]>("events"),
    /** Signs what we send; as it is, because a hash can't sign. */
    secret: text("secret").notNull(),
    /** The secret before it was changed signs as well, until then. */
    previousSecret: text("previous_secret"),
    previousUntil: time("previous_until"),
    /** When it failed first, if it hasn't taken anything since. */
    failingSince: time("failing_since"),
    /** Of what waits while it fails, the one call that tries whether it is back. */
    probeId: text("probe_id"),
    /** Its last answer took so long that others are called before it. */
    isSlow: bool("is_slow").notNull().default(false),
    lastSuccessAt: time("last_success_at"),
    /** When our last call to it ended, and the HTTP status of its answer; without a status, none came. */
    lastAnswerAt: time("last_answer_at"),
    lastAnswerStatus: int("last_answer_status"),
    /** When it was switched off, and why: it answered 410, or it had failed for days. */
    offAt: time("off_at"),
    offBecause: oneOf("off_because", ["gone", "failing"]),
    /** Since when calls aren't sent because too many wait. Its owner can have them sent again. */
    unsentSince: time("unsent_since"),
    madeAt: time("made_at").notNull(),
  },
  (endpoints) => [uniqueIndex("webhook_endpoints_by_user").on(endpoints.uid, endpoints.url)],
);

/** What shops' programs answered last to each of our newest calls; the oldest go. Deleted with the endpoint. */
export const webhookAnswers = table(
  "webhook_answers",
  {
    /** The call's, in `outgoing_mails`. */
    id: text("id").primaryKey(),
    endpointId: text("endpoint_id")
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: "cascade" }),
    /** The HTTP status; empty if no answer came. */
    status: int("status"),
    /** The beginning of its text, without secrets of ours and of the shop; without a status, why no answer came. */
    text: text("text").notNull(),
    answeredAt: time("answered_at").notNull(),
  },
  (answers) => [index("webhook_answers_by_endpoint").on(answers.endpointId, answers.answeredAt)],
);
