/** Node accepts one connection in each turn of its event loop: a crowd is heard sooner when some turns hold no work. */
const TURNS_TO_LISTEN = 8;

/**
 * Lets work begin piece by piece, first come, first served. Between two pieces the event loop turns a few times and Node
 * looks at every connection, so that whoever comes meanwhile gets in line before the rest is done.
 * @param nextTurn calls back in the next turn of the loop, once new connections and requests have been looked at
 * @returns resolves when it is the caller's turn
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
