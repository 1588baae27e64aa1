import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

export type Coding = "br" | "gzip" | "identity";

/** Below this a header more costs as much as compression saves. */
const WORTH_IT_BYTES = 512;

/** The best that the browser says it takes. */
export function chosenCoding(acceptEncoding = ""): Coding {
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

/** Brotli 5 is the last step before it gets slow: smaller than gzip 9 in less time. */
export function compressed(body: Buffer, coding: "br" | "gzip"): Promise<Buffer> {
  if (coding === "gzip") return deflate(body);
  return brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}
