import { openSync, readSync, writeSync } from "node:fs";

/** The kinds are those of `recorder.c`. `stop`: nothing more reaches the disk. `full`: no file grows. */
const kinds = { none: 0, stop: 1, full: 2 } as const;

/**
 * Faults of the disk for files in a recorded folder. The recorder reads them from a memory-mapped file
 * (`RECORD_FAULTS`).
 */
export class DiskFaults {
  private readonly file: number;
  private readonly bytes = Buffer.alloc(12);
  private mayStop = false;

  /** @param file as `RECORD_FAULTS` names it: 12 bytes, there before the recorded process starts */
  constructor(file: string) {
    this.file = openSync(file, "r+");
  }

  /** @param afterCalls at which of the next writes, syncs and truncations it begins */
  set(kind: keyof typeof kinds, afterCalls: number): void {
    this.mayStop = kind === "stop";
    this.bytes.fill(0);
    this.bytes.writeUInt32LE(kinds[kind], 0);
    this.bytes.writeUInt32LE(afterCalls, 4);
    writeSync(this.file, this.bytes, 0, this.bytes.length, 0);
  }

  /** Whether a `stop` has begun. */
  hasStopped(): boolean {
    if (!this.mayStop) return false;
    readSync(this.file, this.bytes, 0, this.bytes.length, 0);
    return this.bytes.readUInt32LE(0) === kinds.stop && this.bytes.readUInt32LE(8) === 1;
  }
}
