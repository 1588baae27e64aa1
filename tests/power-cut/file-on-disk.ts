/** A disk writes a sector completely or not at all; two sectors may be written in either order. */
const SECTOR_BYTES = 512;

/** Whole sectors as a change left them, and the file's size after it. */
type Change = { at: number; sectors: Buffer; size: number };

/** A file's content, as its process sees it and as far as it is certainly on the disk. */
export class FileOnDisk {
  private seen: Content;
  private synced: Content;
  /** Changes since the last sync, oldest first. */
  private unsynced: Change[] = [];

  /** @param bytes what is on the disk from the start */
  constructor(bytes: Buffer = Buffer.alloc(0)) {
    this.seen = new Content(bytes);
    this.synced = new Content(bytes);
  }

  write(offset: number, bytes: Buffer): void {
    this.seen.put(offset, bytes);
    this.seen.size = Math.max(this.seen.size, offset + bytes.length);
    this.changed(offset, offset + bytes.length);
  }

  truncate(size: number): void {
    const end = this.seen.size;
    if (size < end) this.seen.put(size, Buffer.alloc(end - size));
    this.seen.size = size;
    this.changed(size, Math.max(size, end));
  }

  sync(): void {
    for (const { at, sectors } of this.unsynced) this.synced.put(at, this.seen.part(at, at + sectors.length));
    this.synced.size = this.seen.size;
    this.unsynced = [];
  }

  asSeen(): Buffer {
    return this.seen.bytes();
  }

  /**
   * What the disk may contain after a power cut: each sector as it was synced, or as one of the later changes left it.
   * So changes may be lost, reordered or torn; sometimes all of them arrived, or none.
   */
  afterPowerCut(random: () => number): Buffer {
    const arrived = shareThatArrived(random);
    if (arrived === 1) return this.asSeen();
    const content = new Content(this.synced.bytes());
    const changes = this.unsynced.filter(() => random() < arrived);
    for (const { at, sectors, size } of shuffled(changes, random)) {
      const whole = random() < 0.5;
      for (let from = 0; from < sectors.length; from += SECTOR_BYTES) {
        if (whole || random() < 0.5) content.put(at + from, sectors.subarray(from, from + SECTOR_BYTES));
      }
      content.size = size;
    }
    return content.bytes();
  }

  private changed(from: number, to: number): void {
    const at = Math.floor(from / SECTOR_BYTES) * SECTOR_BYTES;
    const end = Math.ceil(to / SECTOR_BYTES) * SECTOR_BYTES;
    this.unsynced.push({ at, sectors: this.seen.part(at, end), size: this.seen.size });
  }
}

/** How many of the unsynced changes arrived: often none or all. */
export function shareThatArrived(random: () => number): number {
  const kind = random();
  return kind < 0.25 ? 0 : kind > 0.85 ? 1 : random();
}

function shuffled<Item>(items: Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, rank: random() }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}

/** A growing buffer, filled with zeros. */
class Content {
  private room: Buffer;
  size: number;

  constructor(bytes: Buffer) {
    this.room = Buffer.from(bytes);
    this.size = bytes.length;
  }

  put(at: number, bytes: Buffer): void {
    this.reach(at + bytes.length);
    bytes.copy(this.room, at);
  }

  /** A copy. */
  part(from: number, to: number): Buffer {
    this.reach(to);
    return Buffer.from(this.room.subarray(from, to));
  }

  bytes(): Buffer {
    return this.part(0, this.size);
  }

  private reach(end: number): void {
    if (end <= this.room.length) return;
    const larger = Buffer.alloc(Math.max(end, 2 * this.room.length));
    this.room.copy(larger);
    this.room = larger;
  }
}
