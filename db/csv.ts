/**
 * Parses comma-separated text whose first line names the columns. Fields may be quoted, quotes doubled.
 * @throws Error that names the line when a line has a different number of fields than the header
 */
export function parseCsv(content: string): Record<string, string>[] {
  const [header, ...lines] = content
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "");
  if (header === undefined) return [];
  const columns = fieldsOf(header);
  return lines.map((line, index) => {
    const fields = fieldsOf(line);
    if (fields.length !== columns.length)
      throw new Error(`line ${index + 2} has ${fields.length} fields, not ${columns.length}`);
    return Object.fromEntries(columns.map((column, position) => [column, fields[position] ?? ""]));
  });
}

function fieldsOf(line: string): string[] {
  const fields: string[] = [];
  // With a comma put first every field begins with a comma, even a blank first one.
  for (const match of `,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g)) {
    fields.push(match[1] === undefined ? (match[2] ?? "") : match[1].replaceAll('""', '"'));
  }
  return fields;
}
