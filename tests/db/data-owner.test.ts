import { chownSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { aFolder, aStore } from "../support/a-store";
import { command } from "../support/command";
import { staffProcess } from "../support/staff";

const ROOT = 0;
const THUMA = { uid: 987, gid: 986 };

test("files that our programs write belong to the data's owner, whoever runs them", async () => {
  const folder = aFolder();
  await (await aStore(path.join(folder, "courier.db"))).close();
  const everything = () =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`);
  // Only root can change a file's owner; other users own the data themselves.
  const owner = process.getuid?.() === ROOT ? THUMA.uid : statSync(folder).uid;
  if (owner === THUMA.uid) for (const file of [folder, ...everything()]) chownSync(file, THUMA.uid, THUMA.gid);

  expect(command("db-snapshot", { DATA_DIR: folder })).toMatchObject({ code: 0 });
  const [snapshot = ""] = readdirSync(`${folder}/snapshots`);
  expect(command("db-restore", { DATA_DIR: folder }, [`${folder}/snapshots/${snapshot}`])).toMatchObject({ code: 0 });
  const change = ["change", "rate", "fuel", "11%", "--from", "tomorrow", "--to", `${folder}/answer.txt`];
  expect(await staffProcess({ dataDir: folder }, change)).toMatchObject({ code: 0 });
  expect(everything().length).toBeGreaterThan(4);
  expect(everything().filter((file) => statSync(file).uid !== owner)).toEqual([]);
});
