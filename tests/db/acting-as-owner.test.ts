import { chownSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { actAsOwner, ownerOf, ownerToBe } from "#db/data-owner.server";
import { aFolder } from "../support/a-store";

const ROOT = 0;
const THUMA = { uid: 987, gid: 986 };

afterEach(() => void vi.restoreAllMocks());

test("root switches to the data's owner; other users, and root with its own data, don't switch", () => {
  expect(ownerToBe(ROOT, THUMA)).toMatchObject(THUMA);
  expect(ownerToBe(ROOT, { uid: ROOT, gid: ROOT })).toBeUndefined();
  expect(ownerToBe(ROOT, undefined)).toBeUndefined();
  expect(ownerToBe(1000, THUMA)).toBeUndefined();
  expect(ownerToBe(undefined, THUMA)).toBeUndefined();
});

test("the data's owner is whose database it is or, before the first start, whose folder", () => {
  const { place, ofFile, ofFolder } = aPlace();
  expect(ownerOf(place)).toMatchObject(ofFile);
  expect(ownerOf({ ...place, databaseFile: path.join(place.dataDir, "none.db") })).toMatchObject(ofFolder);
  const nowhere = path.join(place.dataDir, "nowhere");
  expect(ownerOf({ dataDir: nowhere, databaseFile: path.join(nowhere, "courier.db") })).toBeUndefined();
});

test("the switch gives up root's groups first, and root itself last: nothing is allowed after that", () => {
  const { place, ofFile } = aPlace();
  const done: unknown[] = [];
  vi.spyOn(process, "getuid").mockReturnValue(ROOT);
  for (const name of ["setgroups", "setgid", "setuid"] as const)
    vi.spyOn(process, name).mockImplementation((who: unknown) => done.push([name, who]));
  actAsOwner(place);
  const { uid, gid } = ofFile;
  expect(done).toEqual([
    ["setgroups", [gid]],
    ["setgid", gid],
    ["setuid", uid],
  ]);
});

test("another user stays who they are", () => {
  const { place } = aPlace();
  vi.spyOn(process, "getuid").mockReturnValue(1000);
  const setuid = vi.spyOn(process, "setuid").mockImplementation(() => undefined);
  actAsOwner(place);
  expect(setuid).not.toHaveBeenCalled();
});

/** Only root can change a file's owner; any other user owns both. */
function aPlace() {
  const dataDir = aFolder();
  const databaseFile = path.join(dataDir, "courier.db");
  writeFileSync(databaseFile, "");
  if (process.getuid?.() === ROOT) chownSync(databaseFile, THUMA.uid, THUMA.gid);
  const owner = (file: string) => ({ uid: statSync(file).uid, gid: statSync(file).gid });
  return { place: { dataDir, databaseFile }, ofFile: owner(databaseFile), ofFolder: owner(dataDir) };
}
