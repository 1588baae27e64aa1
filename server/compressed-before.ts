import { createHash } from "node:crypto";
import { type Coding, compressed, takesLong } from "./compression";

/** Few pages are so long, and the same for many. A stranger who makes up others must not fill the memory: some 400 KB. */
const MOST = 50;

const before = new Map<string, Promise<Buffer>>();

/**
 * Compresses a page that browsers may keep; one that takes long only once, for whoever gets the same bytes. With any cookie
 * a page that is the same for everybody is drawn anew, and compressing it took twice as long as that.
 */
export function compressedAsBefore(body: Buffer, coding: Exclude<Coding, "identity">): Promise<Buffer> {
  if (!takesLong(body)) return compressed(body, coding, "quick");
  const key = `${coding} ${createHash("sha256").update(body).digest("base64")}`;
  const known = before.get(key);
  if (known) return known;
  const [oldest] = before.keys();
  if (before.size >= MOST && oldest) before.delete(oldest);
  const packed = compressed(body, coding, "quick");
  before.set(key, packed);
  packed.catch(() => before.delete(key));
  return packed;
}
