import { expect, test } from "vitest";
import { Disk } from "./disk";
import type { DiskEvent } from "./disk-event";
import { randomFrom } from "./random";

const CUTS = 500;
const SECTOR = 512;
const inode = 7n;
const created: DiskEvent = { kind: "open", inode, path: "file", isNew: true };
const synced: DiskEvent = { kind: "sync", inode };
const folderSynced: DiskEvent = { kind: "sync-folder", path: "" };
const write = (letter: string, sector: number, sectors = 1): DiskEvent => {
  return { kind: "write", inode, offset: sector * SECTOR, bytes: Buffer.alloc(sectors * SECTOR, letter) };
};

test("synced names and content survive every cut", () => {
  const found = afterCuts(created, write("a", 0), synced, folderSynced);
  expect(found).toEqual(new Set(["file=a"]));
});

test("unsynced data may or may not be there, in any order", () => {
  const found = afterCuts(created, write("o", 0, 2), synced, folderSynced, write("a", 0), write("b", 1));
  expect(found).toEqual(new Set(["file=oo", "file=ao", "file=ab", "file=ob"]));
});

test("a write may be torn between sectors, never within one", () => {
  const found = afterCuts(created, write("a", 0, 2), synced, folderSynced, write("b", 0, 2));
  expect(found).toEqual(new Set(["file=aa", "file=ab", "file=ba", "file=bb"]));
});

test("of a sector that was written twice, the first version may be left", () => {
  const found = afterCuts(created, write("a", 0), synced, folderSynced, write("b", 0), write("c", 0));
  expect(found).toEqual(new Set(["file=a", "file=b", "file=c"]));
});

test("a truncated file may still be long", () => {
  const shorter: DiskEvent = { kind: "truncate", inode, size: SECTOR };
  const found = afterCuts(created, write("a", 0, 2), synced, folderSynced, shorter);
  expect([...found]).toEqual(expect.arrayContaining(["file=aa", "file=a"]));
});

test("a name whose folder wasn't synced may be the old one, though the content is safe", () => {
  const renamed: DiskEvent = { kind: "rename", from: "file", to: "letter" };
  expect(afterCuts(created, write("a", 0), synced, folderSynced, renamed)).toEqual(new Set(["file=a", "letter=a"]));
  expect(afterCuts(created, write("a", 0), synced, folderSynced, renamed, folderSynced)).toEqual(new Set(["letter=a"]));
});

test("a name may be safe and the content not", () => {
  expect(afterCuts(created, write("a", 0), folderSynced)).toEqual(new Set(["file=", "file=.", "file=a"]));
});

test("a deleted file may be back, even if its inode belongs to another by now", () => {
  const gone: DiskEvent = { kind: "unlink", path: "file" };
  const other: DiskEvent = { kind: "open", inode, path: "other", isNew: true };
  const found = afterCuts(created, write("a", 0), synced, folderSynced, gone, other, write("b", 0), synced);
  expect(found).toEqual(new Set(["file=a", "", "other=b"]));
});

test("the same seed gives the same cut", () => {
  const disk = diskAfter(created, folderSynced, ...Array.from({ length: 40 }, (_, sector) => write("a", sector)));
  expect(shown(disk.afterPowerCut(randomFrom(3)))).toBe(shown(disk.afterPowerCut(randomFrom(3))));
  expect(shown(disk.afterPowerCut(randomFrom(3)))).not.toBe(shown(disk.afterPowerCut(randomFrom(5))));
});

function diskAfter(...events: DiskEvent[]): Disk {
  const disk = new Disk();
  for (const event of events) disk.apply(event);
  return disk;
}

/** Everything found after one of many cuts. */
function afterCuts(...events: DiskEvent[]): Set<string> {
  const disk = diskAfter(...events);
  return new Set(Array.from({ length: CUTS }, (_, seed) => shown(disk.afterPowerCut(randomFrom(seed)))));
}

/** A letter for each sector, `.` for one of zeros. */
function shown(files: Map<string, Buffer>): string {
  const lines = [...files].map(([name, bytes]) => {
    const sectors = Array.from({ length: bytes.length / SECTOR }, (_, at) => {
      const sector = bytes.subarray(at * SECTOR, (at + 1) * SECTOR);
      const whole = sector.every((byte) => byte === sector[0]);
      return whole ? String.fromCharCode(sector[0] || ".".charCodeAt(0)) : "!";
    });
    return `${name}=${sectors.join("")}`;
  });
  return lines.join(" ");
}
