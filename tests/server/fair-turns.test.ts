import { expect, test } from "vitest";
import { fairTurns } from "../../server/fair-turns";

/** How many turns of the event loop lie between two pieces of work. */
const LISTENS = 8;

/** An event loop that turns when the test says so. */
function loop() {
  let next: (() => void)[] = [];
  async function turnOnce() {
    const due = next;
    next = [];
    for (const take of due) take();
    await Promise.resolve();
  }
  return {
    nextTurn: (take: () => void) => void next.push(take),
    turnOnce,
    /** Turns until the next piece of work. */
    async turn() {
      for (let turns = 0; turns < LISTENS; turns += 1) await turnOnce();
    },
  };
}

test("between two pieces of work the loop turns often enough to accept many connections", async () => {
  const { nextTurn, turnOnce } = loop();
  const myTurn = fairTurns(nextTurn);
  const begun: string[] = [];
  for (const name of ["a", "b"]) void myTurn().then(() => begun.push(name));
  const begunAfter: number[] = [];
  for (let turns = 0; turns <= LISTENS; turns += 1) {
    await turnOnce();
    begunAfter.push(begun.length);
  }
  expect(begunAfter).toEqual([...Array(LISTENS).fill(1), 2]);
});

test("they start in order", async () => {
  const { nextTurn, turn } = loop();
  const myTurn = fairTurns(nextTurn);
  const begun: string[] = [];
  for (const name of ["a", "b", "c"]) void myTurn().then(() => begun.push(name));
  expect(begun).toEqual([]);
  await turn();
  expect(begun).toEqual(["a"]);
  // Whoever comes in the meantime is last in the queue.
  void myTurn().then(() => begun.push("d"));
  await turn();
  expect(begun).toEqual(["a", "b"]);
  await turn();
  await turn();
  expect(begun).toEqual(["a", "b", "c", "d"]);
});

test("a caller who asks again goes behind those who wait for their first turn", async () => {
  const { nextTurn, turn } = loop();
  const myTurn = fairTurns(nextTurn);
  const begun: string[] = [];
  const again = async (name: string, times: number) => {
    for (let n = 1; n <= times; n += 1) {
      await myTurn();
      begun.push(`${name}${n}`);
    }
  };
  void again("a", 3);
  void again("b", 2);
  for (let turns = 0; turns < 5; turns += 1) await turn();
  expect(begun).toEqual(["a1", "b1", "a2", "b2", "a3"]);
});

test("after a pause it continues", async () => {
  const { nextTurn, turn } = loop();
  const myTurn = fairTurns(nextTurn);
  const first = myTurn();
  await turn();
  await first;
  await turn();
  const second = myTurn();
  await turn();
  await second;
});
