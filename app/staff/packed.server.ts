import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip, gunzipSync } from "node:zlib";
import { jsonPieces, type LongDocument } from "#app/domain/values/json-pieces";

/** The text of a document, compressed as it is read: a twentieth of it is held. */
export async function packed(document: LongDocument): Promise<Buffer> {
  const text = async function* () {
    yield* jsonPieces(document);
    yield "\n";
  };
  return Buffer.concat(await Readable.from(text()).pipe(createGzip()).toArray());
}

export function unpacked(document: Buffer): string {
  return gunzipSync(document).toString();
}

/** The same into a file that is there already, without holding it whole. */
export function unpackedInto(document: Uint8Array, file: string): Promise<void> {
  return pipeline(Readable.from([document]), createGunzip(), createWriteStream(file, { flags: "r+" }));
}
