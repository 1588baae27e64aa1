/** Node accepts one connection in each turn of its event loop, so some turns without work let many connect sooner. */
const TURNS_TO_LISTEN = 8;

/**
 * Starts pieces of work in their order. Between two pieces the event loop turns a few times, so that Node accepts new
 * connections, and new requests get in line before the rest is done.
 * @param nextTurn calls back in the next turn of the loop, after new connections and requests were accepted
 * @returns a function that resolves when it is the caller's turn
 */
export function fairTurns(nextTurn: (take: () => void) => void = setImmediate): () => Promise<void> {
  const waiting: (() => void)[] = [];

  function listen(turns: number): void {
    if (turns > 0) nextTurn(() => listen(turns - 1));
    else take();
  }
  function take(): void {
    const begin = waiting.shift();
    if (waiting.length > 0) listen(TURNS_TO_LISTEN);
    begin?.();
  }

  return () =>
    new Promise((begin) => {
      waiting.push(begin);
      if (waiting.length === 1) nextTurn(take);
    });
}
