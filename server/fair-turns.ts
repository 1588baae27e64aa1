/**
 * Lets work begin piece by piece: one piece in each turn of the event loop, first come, first served. Between two
 * pieces Node looks at every connection, so that whoever comes meanwhile gets in line before the rest is done.
 * @param nextTurn calls back in the next turn of the loop, once new connections and requests have been looked at
 * @returns resolves when it is the caller's turn
 */
export function fairTurns(nextTurn: (take: () => void) => void = setImmediate): () => Promise<void> {
  const waiting: (() => void)[] = [];

  function take(): void {
    const begin = waiting.shift();
    if (waiting.length > 0) nextTurn(take);
    begin?.();
  }

  return () =>
    new Promise((begin) => {
      waiting.push(begin);
      if (waiting.length === 1) nextTurn(take);
    });
}
