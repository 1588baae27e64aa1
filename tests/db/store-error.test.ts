import { expect, test } from "vitest";
import { isPostgresUrl } from "#db/dialect";
import { LostCommitError } from "#db/postgres/refusal";
import { cannotOpen, isCommitLost, isUnwritable, StoreBusyError } from "#db/store-error";

const lost = new LostCommitError("the connection ended");

test.each<[string, unknown, boolean]>([
  ["the lost answer to a COMMIT", lost, true],
  ["an error that it has caused", new Error("not saved", { cause: new Error("query", { cause: lost }) }), true],
  ["any other error", new Error("no such table"), false],
  ["one that has another cause", new Error("not saved", { cause: new Error("no such table") }), false],
  ["what isn't an error", "lost", false],
  ["nothing", undefined, false],
])("nobody knows whether it was saved: %s", (_what, error, expected) => {
  expect(isCommitLost(error)).toBe(expected);
});

test("whoever can't open a database is told whether its disk is full or they are the wrong user", () => {
  const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  expect(cannotOpen("/srv/thuma/courier.db", full).message).toMatch(
    /^The disk of \/srv\/thuma is full or broken \(no space/,
  );
  const foreign = Object.assign(new Error("permission denied"), { code: "EACCES" });
  for (const error of [foreign, "permission denied"])
    expect(cannotOpen("/srv/thuma/courier.db", error).message).toMatch(
      /^The database \/srv\/thuma\/courier\.db can't be opened: permission denied\. Only the user that runs the site/,
    );
});

test.each([
  ["postgres://thuma@db.example/courier", true],
  [" postgresql://db.example/courier\n", true],
  ["/srv/thuma/postgres://courier.db", false],
  [undefined, false],
])("a database's place %j is PostgreSQL's: %s", (place, isIts) => {
  expect(isPostgresUrl(place)).toBe(isIts);
});

const coded = (code: string) => Object.assign(new Error("no"), { code });

test.each<[string, unknown, boolean]>([
  ["another process holds the lock", coded("SQLITE_BUSY"), true],
  ["another process holds the lock of a snapshot", coded("SQLITE_BUSY_SNAPSHOT"), true],
  ["a turn came too late", new StoreBusyError("no turn"), true],
  ["PostgreSQL cancelled a statement", new Error("query", { cause: coded("57014") }), true],
  ["another transaction held PostgreSQL's lock", coded("55P03"), true],
  ["the disk is full", coded("SQLITE_FULL"), true],
  ["the disk is full, says the system", coded("ENOSPC"), true],
  ["a query failed because of it", new Error("query", { cause: coded("SQLITE_BUSY") }), true],
  ["a query failed for another reason", new Error("query", { cause: coded("SQLITE_ERROR") }), false],
  ["a name is taken", coded("SQLITE_CONSTRAINT"), false],
  ["a code only ends so", coded("NOT_SQLITE_BUSY"), false],
  ["a code only begins so", coded("EIOX"), false],
  ["the disk is broken", coded("SQLITE_IOERR_WRITE"), true],
  ["nothing", undefined, false],
])("nothing can be written: %s", (_what, error, isSo) => {
  expect(isUnwritable(error)).toBe(isSo);
});

test.each(["MODULE_NOT_FOUND", "ERR_DLOPEN_FAILED"])(
  "a native module of another system (%s) is to be installed again",
  (code) => {
    const error = Object.assign(new Error("wrong ELF class\nRequire stack: a"), { code });
    expect(cannotOpen("courier.db", error).message).toBe(
      "SQLite's native module can't be loaded: wrong ELF class. Install the packages again on this machine, for its system and processor: rm -r node_modules && npm run build",
    );
  },
);
