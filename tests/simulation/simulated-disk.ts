import fs from "node:fs";
import path from "node:path";
import RealDatabase from "better-sqlite3";
import { Disk } from "../power-cut/disk";
import type { DiskFaults } from "../power-cut/disk-faults";
import type { Recording } from "../power-cut/recorder";
import type { Random } from "./random";

/** Files by name. */
type Files = Map<string, Buffer>;

/** The simulated machine's disk: a folder whose writes and syncs are recorded below SQLite, by `recorder.c`. */
export class SimulatedDisk {
  /** The site's present data folder: each start of the machine has a new one. */
  folder = "";
  private lives = 0;
  private atBirth: Files = new Map();
  private reader: RealDatabase.Database | undefined;
  private readonly prepared = new Map<string, RealDatabase.Statement>();

  /** @param place an empty folder, which is recorded */
  constructor(
    private readonly place: string,
    private readonly recording: Recording,
    private readonly faults: DiskFaults,
  ) {}

  /** The files as written: after a kill the system still has everything. */
  asWritten(): Files {
    const names = fs.readdirSync(this.folder).filter(isKept);
    return new Map(names.map((name) => [name, fs.readFileSync(path.join(this.folder, name))]));
  }

  /** What may be left after a power cut: unsynced writes are lost, torn, or complete. */
  afterPowerCut(random: Random): Files {
    const life = path.basename(this.folder);
    const disk = new Disk([...this.atBirth].map(([name, bytes]) => [`${life}/${name}`, bytes]));
    for (const event of this.recording.events()) disk.apply(event);
    const left = [...disk.afterPowerCut(random.unit)].filter(([name]) => path.dirname(name) === life);
    return new Map(
      left.map(([name, bytes]): [string, Buffer] => [path.basename(name), bytes]).filter(([name]) => isKept(name)),
    );
  }

  /** Starts the machine again with these files. */
  beginWith(files: Files): void {
    this.close();
    this.free();
    if (this.folder) fs.rmSync(this.folder, { recursive: true, force: true });
    this.lives += 1;
    this.folder = path.join(this.place, String(this.lives));
    fs.mkdirSync(this.folder);
    for (const [name, bytes] of files) fs.writeFileSync(path.join(this.folder, name), bytes);
    this.atBirth = files;
    this.recording.clear();
  }

  /** Reads rows as another program would while the site has the database open. */
  rows<Row>(query: string): Row[] {
    try {
      return this.asked(query);
    } catch (error) {
      // The first to open a database makes its -shm file, which a full disk doesn't allow.
      if (!(error instanceof RealDatabase.SqliteError) || error.code !== "SQLITE_IOERR_SHMOPEN") throw error;
      this.free();
      return this.asked(query);
    }
  }

  /**
   * `ok`, or what is wrong with the database. Uses a new connection, because FTS5's check on one that has read before
   * uses the index as it was then.
   */
  soundness(): string {
    const reader = new RealDatabase(path.join(this.folder, "courier.db"), { readonly: true, timeout: 0 });
    try {
      return reader.pragma("integrity_check", { simple: true }) as string;
    } finally {
      reader.close();
    }
  }

  /** A value that changes with every commit. */
  changes(): unknown {
    const [version] = this.rows<{ data_version: number }>("PRAGMA data_version");
    return `${this.lives} ${version?.data_version}`;
  }

  /** The machine stops at one of the next writes or syncs. */
  tripAfter(calls: number): void {
    this.faults.set("stop", calls);
  }

  /** From one of the next writes on, no file can grow. */
  fillAfter(calls: number): void {
    this.faults.set("full", calls);
  }

  free(): void {
    this.faults.set("none", 0);
  }

  hasTripped(): boolean {
    return this.faults.hasStopped();
  }

  close(): void {
    this.prepared.clear();
    this.reader?.close();
    this.reader = undefined;
  }

  private asked<Row>(query: string): Row[] {
    const reader = this.open();
    const known = this.prepared.get(query) ?? reader.prepare(query);
    this.prepared.set(query, known);
    return known.all() as Row[];
  }

  private open(): RealDatabase.Database {
    this.reader ??= new RealDatabase(path.join(this.folder, "courier.db"), { readonly: true, timeout: 0 });
    return this.reader;
  }
}

/** The database and its log; SQLite rebuilds the -shm file. */
const isKept = (name: string) => /^courier\.db(?:-wal)?$/.test(name);
