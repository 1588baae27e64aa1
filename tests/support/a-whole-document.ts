import type { LongDocument } from "#app/domain/values/json-pieces";
import type { Answer } from "#app/staff/answer";
import { unpacked } from "#app/staff/packed.server";

// biome-ignore lint/suspicious/noExplicitAny: a copy of any data, each part looked at by its test
type Whole = Record<string, any>;

/** A document whose lists have been read to their ends. */
export async function whole(document: LongDocument | Promise<LongDocument>): Promise<Whole> {
  const parts = Object.entries(await document).map(async ([name, part]) => [name, await read(part)]);
  return Object.fromEntries(await Promise.all(parts));
}

async function read(part: unknown): Promise<unknown> {
  if (typeof part !== "object" || part === null || !(Symbol.asyncIterator in part)) return part;
  const items: unknown[] = [];
  for await (const item of part as AsyncIterable<LongDocument>) items.push(await whole(item));
  return items;
}

/** A list that is read to its end. */
export async function wholeList<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of list) items.push(item);
  return items;
}

/** The document that a command has answered. */
export function documentOf(answer: Answer): Whole {
  if (answer.kind !== "document") throw new Error(`it answered ${JSON.stringify(answer)}`);
  return JSON.parse(unpacked(answer.packed));
}
