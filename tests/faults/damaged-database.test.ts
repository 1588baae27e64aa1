import { statSync, truncateSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { aFolder, placeDatabase } from "../support/a-store";
import { freePort, startAndExit } from "../support/running-site";

test("a database that was cut short is refused in one line that says what to do", async () => {
  const dataDir = aFolder();
  const file = path.join(dataDir, "courier.db");
  placeDatabase(file);
  truncateSync(file, Math.floor(statSync(file).size / 2));
  const words =
    /^The database \S+courier\.db is damaged \([^\n]+\)\. Restore a backup: docs\/backups\.md, "Restoring"\.\n$/;
  const { code, logs } = await startAndExit({ DATA_DIR: dataDir, PORT: String(await freePort()) });
  expect({ code, logs }).toEqual({ code: 1, logs: expect.stringMatching(words) });
});
