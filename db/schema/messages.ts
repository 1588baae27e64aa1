import { oneOf, table, text, time } from "../columns";
import { channels } from "./mail";

/** Who wants no messages about parcels: a fingerprint of each email address or phone number, which is not kept itself. */
export const messageStops = table("message_stops", {
  fingerprint: text("fingerprint").primaryKey(),
  channel: oneOf("channel", channels).notNull(),
  stoppedAt: time("stopped_at").notNull(),
});
