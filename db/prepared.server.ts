import type { Reader } from "./store-types";

/**
 * A question that is asked all the time, put into SQL once for each connection and not each time: for a table of thirty
 * columns that takes longer than the answer.
 * @param prepare builds the question with `sql.placeholder(…)` and ends with `.prepare()`
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
