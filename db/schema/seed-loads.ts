import { table, text, time } from "../columns";

/** Which seed file was last loaded into which table, by its fingerprint. */
export const seedLoads = table("seed_loads", {
  tableName: text("table_name").primaryKey(),
  fingerprint: text("fingerprint").notNull(),
  loadedAt: time("loaded_at").notNull(),
});
