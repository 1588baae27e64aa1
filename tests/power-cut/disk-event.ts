/** A change to the files in a recorded folder. Paths are relative to it; the folder itself is "". */
export type DiskEvent =
  | { kind: "open"; inode: bigint; path: string; isNew: boolean }
  | { kind: "write"; inode: bigint; offset: number; bytes: Buffer }
  | { kind: "truncate"; inode: bigint; size: number }
  | { kind: "sync"; inode: bigint }
  | { kind: "sync-folder"; path: string }
  | { kind: "rename"; from: string; to: string }
  | { kind: "link"; from: string; to: string }
  | { kind: "unlink"; path: string }
  | { kind: "mkdir"; path: string };

/** `position` is the length of the record, in bytes, once this event was in it. */
export type RecordedEvent = DiskEvent & { position: number };
