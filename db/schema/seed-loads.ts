import { table, text, time } from "../columns";

/** The fingerprint of the seed file last loaded into each table. */
export const seedLoads = table("seed_loads", {
  tableName: text("table_name").primaryKey(),
  fingerprint: text("fingerprint").notNull(),
  loadedAt: time("loaded_at").notNull(),
});
