import { setImmediate as nextTurn } from "node:timers/promises";

/** So much text is sent at once, if it isn't the end. */
const PIECE_CHARACTERS = 16 * 1024;

/**
 * A text that is made as it is sent, and no faster than it is taken. After each piece others have their turn of the event
 * loop.
 */
export function inPieces(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(stream) {
        await nextTurn();
        let text = "";
        while (text.length < PIECE_CHARACTERS) {
          const { value, done } = await pieces.next();
          if (done) {
            if (text) stream.enqueue(Buffer.from(text));
            return stream.close();
          }
          text += value;
        }
        stream.enqueue(Buffer.from(text));
      },
      cancel: async () => void (await pieces.return(undefined)),
    },
    { highWaterMark: 0 },
  );
}
