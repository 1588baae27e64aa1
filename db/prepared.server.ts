import type { Reader } from "./store-types";

/**
 * A frequent query, built once for each connection: building the SQL for a table of thirty columns takes longer than
 * running it.
 * @param prepare builds the query with `sql.placeholder(…)` and ends with `.prepare()`
 */
export function preparedFor<Question>(prepare: (store: Reader) => Question): (store: Reader) => Question {
  const prepared = new WeakMap<Reader, Question>();
  return (store) => {
    const known = prepared.get(store);
    if (known) return known;
    const question = prepare(store);
    prepared.set(store, question);
    return question;
  };
}
