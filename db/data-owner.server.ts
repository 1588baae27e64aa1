import { statSync } from "node:fs";

type Person = { uid: number; gid: number };

/**
 * Root works on as whom the data belongs to: what root writes into their folder they could never open again.
 * Call it before anything is read or written.
 */
export function actAsOwner({ databaseFile, dataDir }: { databaseFile: string; dataDir: string }): void {
  const owner = ownerToBe(process.getuid?.(), ownerOf(databaseFile) ?? ownerOf(dataDir));
  if (!owner) return;
  process.setgroups?.([owner.gid]);
  process.setgid?.(owner.gid);
  process.setuid?.(owner.uid);
}

/** As whom to work on; nobody else unless root works with another's data. */
export function ownerToBe(uid: number | undefined, owner: Person | undefined): Person | undefined {
  return uid === 0 && owner && owner.uid !== 0 ? owner : undefined;
}

function ownerOf(file: string): Person | undefined {
  return statSync(file, { throwIfNoEntry: false });
}
