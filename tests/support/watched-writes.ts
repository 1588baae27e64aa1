import type { Tx } from "#db/store.server";

/** A transaction's write: a delete, or an insert into some columns, with so many lines of text for a person. */
export type Write = "delete" | { columns: string; lines: number };

/** A transaction that records its writes in order. */
export function watchedWrites(tx: Tx, writes: Write[]): Tx {
  return new Proxy(tx, {
    get(target, name, receiver) {
      if (name === "delete") writes.push("delete");
      if (name !== "insert") return Reflect.get(target, name, receiver);
      return (table: Parameters<Tx["insert"]>[0]) => {
        const insert = target.insert(table);
        const values = insert.values.bind(insert);
        insert.values = ((row: { textBody?: string }) => {
          writes.push({ columns: Object.keys(row).join(), lines: row.textBody?.split("\n").length ?? 0 });
          return values(row as never);
        }) as typeof insert.values;
        return insert;
      };
    },
  });
}
