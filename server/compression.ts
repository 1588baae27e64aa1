import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import { memoizeByText } from "./memoize-by-text";

export type Coding = "br" | "gzip" | "identity";

/** Below this size the extra header costs as much as compression saves. */
const WORTH_IT_BYTES = 512;

/** The best encoding that the browser accepts. */
export const chosenCoding = memoizeByText(codingIn);

function codingIn(acceptEncoding = ""): Coding {
  const weights = new Map<string, number>();
  for (const item of acceptEncoding.toLowerCase().split(",")) {
    const [coding = "", ...parameters] = item.split(";").map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
    weights.set(coding, Number(weight) || 0);
  }
  const weightOf = (coding: Coding) => weights.get(coding) ?? weights.get("*") ?? 0;
  if (weightOf("br") > 0 && weightOf("br") >= weightOf("gzip")) return "br";
  return weightOf("gzip") > 0 ? "gzip" : "identity";
}

export function isText(contentType: string): boolean {
  return /^(?:text\/|image\/svg\+xml|application\/(?:json|javascript|xml|manifest\+json|[a-z.]+\+(?:json|xml))\b)/.test(
    contentType,
  );
}

export function isWorthCompressing(body: Buffer): boolean {
  return body.length >= WORTH_IT_BYTES;
}

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Up to this size compression takes a tenth of a millisecond: less than passing it to another thread. */
const SOON_PACKED_BYTES = 12 * 1024;

/**
 * From this size (a page with all countries, or thirty parcels) another thread compresses better, in 5 to 10 ms. That
 * saves 400 bytes, which take 8 ms at 400 kbit/s and 64 ms at 50 kbit/s.
 */
const WELL_PACKED_BYTES = 32 * 1024;

/** How hard to compress: `best` is for what is compressed once and sent a thousand times. */
export type Effort = "quick" | "best";

export async function compressed(body: Buffer, coding: "br" | "gzip", effort: Effort): Promise<Buffer> {
  const isSoon = effort === "quick" && body.length <= SOON_PACKED_BYTES;
  if (coding === "gzip") return isSoon ? gzipSync(body) : deflate(body, { level: 9 });
  const options = brotliOptions(effort, body);
  return isSoon ? brotliCompressSync(body, options) : brotli(body, options);
}

/**
 * Brotli's quality 5 is the last step before it gets slow: smaller than gzip 9 in less time. 10 saves another eighth
 * for thirty times the work, and 11 a little more for twice that.
 */
function qualityFor(effort: Effort, body: Buffer): number {
  if (effort === "best") return 11;
  return takesLong(body) ? 10 : 5;
}

/** Whether another thread compresses it well, even with little effort. */
export function takesLong({ length }: Buffer): boolean {
  return length > SOON_PACKED_BYTES && length <= WELL_PACKED_BYTES;
}

/** Large enough for our longest page. The default is 4 MB, which has to be cleared each time. */
const WINDOW_BITS = 16;

/** A page that was made for one person fits into it, compressed. The default is 16 KB, which garbage collection has to free. */
const CHUNK_BYTES = 4 * 1024;

function brotliOptions(effort: Effort, body: Buffer) {
  return {
    chunkSize: effort === "quick" ? CHUNK_BYTES : undefined,
    params: {
      [constants.BROTLI_PARAM_QUALITY]: qualityFor(effort, body),
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
      // Pages are too short to gain from it.
      [constants.BROTLI_PARAM_DISABLE_LITERAL_CONTEXT_MODELING]: effort === "quick" ? 1 : 0,
    },
  };
}
