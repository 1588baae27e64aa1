import { createHash, type Hash } from "node:crypto";
import { closeSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import path from "node:path";
import { newId } from "../values/ids.server";
import { officeFolder } from "./office-folder.server";

/** The form's field that names the file in which a long list waits for Do it. */
export const KEPT = "file-kept";
const NAME = /^list-[\w-]{22}-[\w-]{22}$/;

/** A person's list that is being written down as it comes. */
export type ListBeingKept = {
  write(piece: Uint8Array): void;
  /** Keeps it in place of the person's list before. @returns its name */
  keep(): string;
  /** Deletes it. @returns what was written of it */
  leave(): Buffer;
};

/** Begins a file of its own for a list that is too long for a form. */
export function beginList(dataDir: string, personId: string): ListBeingKept {
  const folder = officeFolder(dataDir);
  const unfinished = path.join(folder, newId());
  const file = openSync(unfinished, "wx+", 0o600);
  const hash = createHash("sha256");
  return {
    write(piece) {
      hash.update(piece);
      writeSync(file, piece);
    },
    keep() {
      closeSync(file);
      for (const name of readdirSync(folder))
        if (isOf(personId, name)) rmSync(path.join(folder, name), { force: true });
      const name = `${startOf(personId)}${shortened(hash)}`;
      renameSync(unfinished, path.join(folder, name));
      return name;
    },
    leave() {
      closeSync(file);
      const written = readFileSync(unfinished);
      rmSync(unfinished, { force: true });
      return written;
    },
  };
}

/** The file of a person's list that a form names, whether it is still there or not; null if it names no list of theirs. */
export function keptList(dataDir: string, personId: string, name: string): string | null {
  return isOf(personId, name) ? path.join(officeFolder(dataDir), name) : null;
}

function isOf(personId: string, name: string): boolean {
  return NAME.test(name) && name.startsWith(startOf(personId));
}

const startOf = (personId: string) => `list-${shortened(createHash("sha256").update(personId))}-`;

function shortened(hash: Hash): string {
  return hash.digest("base64url").slice(0, 22);
}
