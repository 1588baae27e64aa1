import type { TableName } from "./columns";

/** What people sign in with. No view, no export and no copy to read has these columns' values. */
export const secretColumns: Partial<Record<TableName, readonly string[]>> = {
  users: ["password_hash"],
  office_people: ["password_hash"],
  office_factors: ["key_sealed", "code_hash"],
};
