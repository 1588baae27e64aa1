import type { Reader } from "./store-types";

/**
 * A frequent query, built once for each connection: building the SQL for a table of thirty columns takes longer than
 * running it.
 * @param prepare builds the query with `sql.placeholder(…)` and ends with `.prepare()`
 */
export function preparedFor<Question>(prepare: (store: Reader) => Question): (store: Reader) => Question {
  const prepared = new WeakMap<Reader, Question>();
  return (store) => {
    const before = prepared.get(store);
    if (before) return before;
    const question = prepare(store);
    prepared.set(store, question);
    return question;
  };
}
