import { oneOf, table, text, time } from "../columns";
import { ways } from "./mail";

/** Opt-outs from messages about parcels. Only a hash of each email address or phone number is stored. */
export const messageStops = table("message_stops", {
  fingerprint: text("fingerprint").primaryKey(),
  channel: oneOf("channel", ways).notNull(),
  stoppedAt: time("stopped_at").notNull(),
});
