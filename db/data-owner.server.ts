import { statSync } from "node:fs";

type FileOwner = { uid: number; gid: number };
type DataFiles = { databaseFile: string; dataDir: string };

/**
 * When run as root, switches to the user who owns the data, because that user couldn't open files created by root. Call
 * it before anything is read or written.
 */
export function actAsOwner(place: DataFiles): void {
  const owner = ownerToBe(process.getuid?.(), ownerOf(place));
  if (!owner) return;
  process.setgroups?.([owner.gid]);
  process.setgid?.(owner.gid);
  process.setuid?.(owner.uid);
}

/** The user to switch to; undefined unless root works with another user's data. */
export function ownerToBe(uid: number | undefined, owner: FileOwner | undefined): FileOwner | undefined {
  return uid === 0 && owner && owner.uid !== 0 ? owner : undefined;
}

/** The site's own user; undefined while there is no data. */
export function ownerOf({ databaseFile, dataDir }: DataFiles): FileOwner | undefined {
  return statSync(databaseFile, { throwIfNoEntry: false }) ?? statSync(dataDir, { throwIfNoEntry: false });
}
