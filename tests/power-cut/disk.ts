import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { DiskEvent } from "./disk-event";
import { FileOnDisk, shareThatArrived } from "./file-on-disk";

type Names = Map<string, FileOnDisk | "folder">;
type NameChange = { folders: string[]; apply(names: Names): void };

/**
 * A disk that loses power. It is told what a process did to its files (`recorder.ts`), and tells what may be left.
 *
 * What is promised is what POSIX promises, and no more: content once the file was synced, a name once its folder was.
 * Names change in order, as the journals of ext4, XFS and Btrfs have it; content doesn't wait for names, nor names for
 * content.
 *
 * ```ts
 * const recording = startRecording(folder); // an empty folder
 * const child = spawn(process.execPath, ["program.mjs"], { env: { ...process.env, ...recording.env } });
 * // … it works, is stopped or killed …
 * const disk = new Disk();
 * for (const event of recording.events().slice(0, cutAt)) disk.apply(event);
 * writeFiles(emptyFolder, disk.afterPowerCut(randomFrom(seed)));
 * ```
 * To see what happens where a sync is left out, leave those events out.
 */
export class Disk {
  private readonly names: Names = new Map();
  private readonly syncedNames: Names = new Map();
  private unsyncedNames: NameChange[] = [];
  private readonly inodes = new Map<bigint, FileOnDisk>();

  /** @param files what is surely on the disk from the start: content by path */
  constructor(files: Iterable<[string, Buffer]> = []) {
    for (const [name, bytes] of files) {
      const file = new FileOnDisk(bytes);
      this.names.set(name, file);
      this.syncedNames.set(name, file);
    }
  }

  apply(event: DiskEvent): void {
    if (event.kind === "open") this.open(event);
    else if (event.kind === "write") this.file(event.inode).write(event.offset, event.bytes);
    else if (event.kind === "truncate") this.file(event.inode).truncate(event.size);
    else if (event.kind === "sync") this.file(event.inode).sync();
    else if (event.kind === "sync-folder") this.syncFolder(event.path);
    else this.change(event);
  }

  /** Every file's content by path, as the process sees it. */
  asSeen(): Map<string, Buffer> {
    return contents(this.names, (file) => file.asSeen());
  }

  /** Every file's content by path, as it may be found when the power is cut now. The disk itself stays as it is. */
  afterPowerCut(random: () => number): Map<string, Buffer> {
    const names: Names = new Map(this.syncedNames);
    const arrived = Math.round(shareThatArrived(random) * this.unsyncedNames.length);
    for (const { apply } of this.unsyncedNames.slice(0, arrived)) apply(names);
    return contents(names, (file) => file.afterPowerCut(random));
  }

  private open({ inode, path: name, isNew }: Extract<DiskEvent, { kind: "open" }>): void {
    const known = this.names.get(name);
    if (!isNew && known instanceof FileOnDisk) {
      this.inodes.set(inode, known);
      return;
    }
    // The system gives the inode of a removed file to the next one.
    const file = new FileOnDisk();
    this.inodes.set(inode, file);
    this.changeNames([name], (names) => names.set(name, file));
  }

  private file(inode: bigint): FileOnDisk {
    const file = this.inodes.get(inode);
    if (!file) throw new Error(`inode ${inode} was never opened`);
    return file;
  }

  private change(event: Extract<DiskEvent, { kind: "mkdir" | "unlink" | "rename" | "link" }>): void {
    if (event.kind === "mkdir") this.changeNames([event.path], (names) => names.set(event.path, "folder"));
    else if (event.kind === "unlink") this.changeNames([event.path], (names) => names.delete(event.path));
    else if (event.kind === "link") this.changeNames([event.to], (names) => link(names, event.from, event.to));
    else this.changeNames([event.from, event.to], (names) => move(names, event.from, event.to));
  }

  private changeNames(changed: string[], apply: (names: Names) => void): void {
    apply(this.names);
    this.unsyncedNames.push({ folders: changed.map(folderOf), apply });
  }

  private syncFolder(folder: string): void {
    const last = this.unsyncedNames.findLastIndex(({ folders }) => folders.includes(folder));
    for (const { apply } of this.unsyncedNames.splice(0, last + 1)) apply(this.syncedNames);
  }
}

/** Writes files below a folder, for a program to find them there. */
export function writeFiles(folder: string, files: Map<string, Buffer>): void {
  for (const [name, bytes] of files) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
}

function link(names: Names, from: string, to: string): void {
  const linked = names.get(from);
  if (linked) names.set(to, linked);
}

function move(names: Names, from: string, to: string): void {
  link(names, from, to);
  names.delete(from);
}

function contents(names: Names, read: (file: FileOnDisk) => Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (const [name, file] of names) if (file !== "folder") files.set(name, read(file));
  return files;
}

/** "" for what lies in the recorded folder itself */
function folderOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf("/")));
}
