// Not as #app/…: drizzle-kit reads this file too, and can't resolve that.
import { readPartyAddress } from "../../app/domain/form/saved-form";
import { index, jsonReadBy, table, text, time } from "../columns";
import { users } from "./accounts";

/** Addresses that a customer has saved under a name: "Home", "Gogo Soweto". They are deleted with the account. */
export const savedAddresses = table(
  "saved_addresses",
  {
    id: text("id").primaryKey(),
    uid: text("uid")
      .notNull()
      .references(() => users.uid, { onDelete: "cascade" }),
    label: text("label").notNull(),
    address: jsonReadBy("address", readPartyAddress).notNull(),
    createdAt: time("created_at").notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  (addresses) => [index("saved_addresses_by_user").on(addresses.uid, addresses.label)],
);
