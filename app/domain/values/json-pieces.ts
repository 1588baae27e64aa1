/** A JSON document, of which some parts are lists that are read as they are written. */
export type LongDocument = { [part: string]: unknown };

/**
 * The text of a document, in pieces: no more of a list is held than one of its items. Lists may hold documents with lists
 * of their own.
 */
export async function* jsonPieces(document: LongDocument, margin = ""): AsyncGenerator<string> {
  let before = "{";
  for (const [name, part] of Object.entries(document)) {
    if (part === undefined) continue;
    yield `${before}\n${margin}  ${JSON.stringify(name)}: `;
    if (isList(part)) yield* listPieces(part, `${margin}  `);
    else yield indented(part, `${margin}  `);
    before = ",";
  }
  yield before === "{" ? "{}" : `\n${margin}}`;
}

async function* listPieces(list: AsyncIterable<unknown>, margin: string): AsyncGenerator<string> {
  let before = "[";
  for await (const item of list) {
    yield `${before}\n${margin}  `;
    if (hasLists(item)) yield* jsonPieces(item, `${margin}  `);
    else yield indented(item, `${margin}  `);
    before = ",";
  }
  yield before === "[" ? "[]" : `\n${margin}]`;
}

function indented(value: unknown, margin: string): string {
  return JSON.stringify(value, null, 2).replaceAll("\n", `\n${margin}`);
}

function isList(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

function hasLists(item: unknown): item is LongDocument {
  return typeof item === "object" && item !== null && Object.values(item).some(isList);
}
