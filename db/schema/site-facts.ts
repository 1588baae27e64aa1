import { table, text, time } from "../columns";

/** The site's settings at its last start, so that staff commands act as it does, whatever their own settings. */
export const siteFacts = table("site_facts", {
  name: text("name").primaryKey(),
  value: text("value").notNull(),
  toldAt: time("told_at").notNull(),
});
