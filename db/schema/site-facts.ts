import { table, text, time } from "../columns";

/** What the site said of itself when it last started: programs beside it act as it does, whatever their own settings. */
export const siteFacts = table("site_facts", {
  name: text("name").primaryKey(),
  value: text("value").notNull(),
  toldAt: time("told_at").notNull(),
});
