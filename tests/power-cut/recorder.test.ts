import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Disk } from "./disk";
import { type Recording, startRecording } from "./recorder";

let folder: string;
let recording: Recording;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "thuma-recorded-"));
  recording = startRecording(folder);
});
afterEach(() => {
  recording.end();
  rmSync(folder, { recursive: true, force: true });
});

test("the record matches what was done: replayed, every file is the same to the byte", () => {
  run(`
    const { default: Database } = await import("better-sqlite3");
    fs.mkdirSync("letters");
    fs.writeFileSync("letters/one.part", "Dear customer");
    fs.renameSync("letters/one.part", "letters/one");
    fs.appendFileSync("letters/one", ", hello");
    fs.linkSync("letters/one", "letters/same");
    fs.writeFileSync("gone", "x");
    fs.unlinkSync("gone");
    fs.writeFileSync("gone-too", "x");
    fs.rmSync("gone-too");
    fs.mkdirSync("drawer/inner", { recursive: true });
    fs.writeFileSync("drawer/inner/gone-too", "x");
    fs.rmSync("drawer", { recursive: true });
    fs.writeFileSync("again", "longer than before");
    fs.writeFileSync("again", "shorter");
    fs.truncateSync("again", 5);
    await fs.promises.writeFile("later", ["a", "b", "c"]);
    const database = new Database("books.db");
    database.pragma("journal_mode = WAL");
    database.exec("CREATE TABLE bookings (text)");
    for (let n = 0; n < 300; n += 1) database.prepare("INSERT INTO bookings VALUES (?)").run("x".repeat(5000));
    process.kill(process.pid, "SIGKILL");
  `);
  const seen = played().asSeen();
  seen.delete("books.db-shm");
  expect([...seen.keys()].sort()).toEqual([
    "again",
    "books.db",
    "books.db-wal",
    "later",
    "letters/one",
    "letters/same",
  ]);
  for (const [name, bytes] of seen) expect(bytes.equals(readFileSync(path.join(folder, name))), name).toBe(true);
});

function run(program: string): void {
  const script = `import fs from "node:fs"; process.chdir(${JSON.stringify(folder)}); ${program}`;
  const { stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    env: { NODE_ENV: "test", ...recording.env },
    encoding: "utf8",
  });
  expect(stderr).toBe("");
}

function played(): Disk {
  const disk = new Disk();
  for (const event of recording.events()) disk.apply(event);
  return disk;
}
