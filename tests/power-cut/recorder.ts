import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { DiskEvent, RecordedEvent } from "./disk-event";

/** From the project's folder, so that this module may also be bundled. */
const SOURCE = path.resolve("tests/power-cut/recorder.c");

export type Recording = {
  /** Environment variables for the process to record. Its children inherit them. */
  env: { LD_PRELOAD: string; RECORDED_FOLDER: string; RECORD_FILE: string };
  /**
   * The record's length in bytes. Taken after an answer has come, it includes everything that the process had written
   * before answering: see `RecordedEvent.position`.
   */
  position(): number;
  /** Everything so far, oldest first. */
  events(): RecordedEvent[];
  /** Clears the record, for a process that continues in another folder below the recorded one. */
  clear(): void;
  /** Removes library and record. */
  end(): void;
};

/**
 * Records writes, syncs and names in a folder with a preloaded library (`recorder.c`). Writes still happen; syncs are
 * recorded but not passed on, which makes them faster. Linux with glibc only. gcc is installed through apt if it is
 * missing and that is allowed.
 * @param folder must exist; its present content has to be given to `Disk`
 */
export function startRecording(folder: string): Recording {
  const workshop = mkdtempSync(path.join(tmpdir(), "thuma-recorder-"));
  const recordedFolder = realpathSync(folder);
  const library = path.join(workshop, "recorder.so");
  const file = path.join(workshop, "record");
  execFileSync(compiler(), [...["-shared", "-fPIC", "-O1", "-o", library, SOURCE], ...["-ldl", "-lpthread"]]);
  return recordingIn({ LD_PRELOAD: library, RECORDED_FOLDER: recordedFolder, RECORD_FILE: file });
}

/** The recording that an environment names, for a process that reads its own record. */
export function recordingIn(env: Recording["env"]): Recording {
  const { RECORD_FILE: file, RECORDED_FOLDER: recordedFolder } = env;
  return {
    env,
    position: () => statSync(file, { throwIfNoEntry: false })?.size ?? 0,
    events: () => (existsSync(file) ? eventsIn(readFileSync(file), recordedFolder) : []),
    clear: () => truncateSync(file, 0),
    end: () => rmSync(path.dirname(env.LD_PRELOAD), { recursive: true, force: true }),
  };
}

const HEAD_BYTES = 24;

function eventsIn(record: Buffer, folder: string): RecordedEvent[] {
  const events: RecordedEvent[] = [];
  for (let at = 0; at + HEAD_BYTES <= record.length; ) {
    const kind = record.readUInt32LE(at);
    const inode = record.readBigUInt64LE(at + 8);
    const offset = Number(record.readBigUInt64LE(at + 16));
    const end = at + HEAD_BYTES + record.readUInt32LE(at + 4);
    const bytes = record.subarray(at + HEAD_BYTES, end);
    const paths = () =>
      bytes
        .toString()
        .split("\0")
        .map((name) => path.relative(folder, name));
    events.push({ ...eventOf(kind, inode, offset, bytes, paths), position: end });
    at = end;
  }
  return events;
}

/** The kinds are those of `recorder.c`. */
function eventOf(kind: number, inode: bigint, offset: number, bytes: Buffer, paths: () => string[]): DiskEvent {
  if (kind === 2) return { kind: "write", inode, offset, bytes };
  if (kind === 3) return { kind: "truncate", inode, size: offset };
  if (kind === 4) return { kind: "sync", inode };
  const [first = "", second = ""] = paths();
  if (kind === 1) return { kind: "open", inode, path: first, isNew: offset === 1 };
  if (kind === 5) return { kind: "sync-folder", path: first };
  if (kind === 6) return { kind: "rename", from: first, to: second };
  if (kind === 7) return { kind: "unlink", path: first };
  if (kind === 8) return { kind: "mkdir", path: first };
  if (kind === 9) return { kind: "link", from: first, to: second };
  throw new Error(`the record holds an unknown kind ${kind}`);
}

function compiler(): string {
  if (process.platform !== "linux") throw new Error("Power cuts can be recorded on Linux only.");
  const installed = () => ["gcc", "cc"].find((name) => spawnSync(name, ["--version"]).status === 0);
  if (!installed() && existsSync("/etc/debian_version") && process.getuid?.() === 0) {
    console.log("Installing gcc for the power-cut tests…");
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const install = ["install", "-y", "--no-install-recommends", "gcc", "libc6-dev"];
    for (const step of [["update"], install])
      spawnSync("apt-get", ["-q", ...step], { env, stdio: ["ignore", "ignore", "inherit"] });
  }
  const found = installed();
  if (!found) throw new Error("The power-cut tests need a C compiler: install gcc.");
  return found;
}
