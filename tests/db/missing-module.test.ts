import { writeFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { cannotOpen } from "#db/store-error";
import { aFolder } from "../support/a-store";

test("a native module that is missing or built for another system is reported as such, not as a missing permission", () => {
  const missing = path.join(aFolder(), "better_sqlite3.node");
  const ofAnotherSystem = path.join(aFolder(), "better_sqlite3.node");
  writeFileSync(ofAnotherSystem, "not for this machine");
  for (const nativeBinding of [missing, ofAnotherSystem]) {
    const { message } = cannotOpen("courier.db", loadError(nativeBinding));
    expect(message).toMatch(/^SQLite's native module can't be loaded: .*better_sqlite3\.node.* npm run build$/);
    expect(message).not.toContain("user");
  }
});

function loadError(nativeBinding: string): unknown {
  try {
    new Database(":memory:", { nativeBinding }).close();
  } catch (error) {
    return error;
  }
  throw new Error("it could be loaded");
}
