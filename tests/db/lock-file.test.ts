import { writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { lockAlone, lockTogether } from "#db/lock-file.server";
import { aFolder } from "../support/a-store";

let file: string;
beforeEach(() => {
  file = path.join(aFolder(), "courier.db-open");
});

test("many hold a lock together, or one alone; whoever can't have it is told at once", () => {
  const together = [lockTogether(file), lockTogether(file)];
  expect(lockAlone(file)).toBeUndefined();
  for (const lock of together) lock?.release();
  const alone = lockAlone(file);
  expect([lockTogether(file), lockAlone(file)]).toEqual([undefined, undefined]);
  alone?.release();
  const again = lockTogether(file);
  expect(again).toBeDefined();
  again?.release();
});

test("a file that can't be locked isn't taken for a locked one", () => {
  writeFileSync(file, "Phone the customer back about waybill TH 482 109 375 3.\n".repeat(50));
  expect(() => lockTogether(file)).toThrow("file is not a database");
});
