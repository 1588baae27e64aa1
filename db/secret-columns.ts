import type { TableName } from "./columns";

/** What people sign in with, and what signs our calls to shops. No view, no export and no copy to read has these columns' values. */
export const secretColumns: Partial<Record<TableName, readonly string[]>> = {
  users: ["password_hash"],
  office_people: ["password_hash"],
  office_factors: ["key_sealed", "code_hash"],
  webhook_endpoints: ["secret", "previous_secret"],
};
