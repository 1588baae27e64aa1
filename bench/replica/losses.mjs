import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { median } from "../statistics.mjs";
import { aPlace, command, emailsIn, firstWholeCopy, startWriting } from "./writing.mjs";

const PER_SECOND = 200;

/** Machine and disk are lost: only the replica is left, and is restored elsewhere. */
export async function lost(trials) {
  const losses = [];
  for (let trial = 0; trial < trials; trial += 1) {
    const place = aPlace();
    const writing = await startWriting(place, PER_SECOND);
    await firstWholeCopy(place);
    await pause(2_000 + Math.random() * 2_000);
    const killedAt = await writing.kill();
    place.loseDisk();
    const file = path.join(place.folder, "restored.db");
    await command(place, "db-restore", "--from-replica", "--to", file);
    const held = emailsIn(file);
    const gone = writing.acknowledged.filter(({ no }) => no >= held);
    losses.push({
      rows: gone.length,
      ms: gone.length > 0 ? killedAt - gone[0].at : 0,
      of: writing.acknowledged.length,
    });
    place.remove();
  }
  console.log(
    `machine and disk lost, ${trials} trials: ${range(losses.map(({ rows }) => rows))} acknowledged rows gone, ` +
      `the oldest acknowledged ${range(losses.map(({ ms }) => ms))} ms before (of ${range(losses.map(({ of }) => of))} rows)`,
  );
}

/** The processes are killed, but the disk is kept: the site starts again, and its replica catches up. */
export async function kept(trials) {
  let gone = 0;
  let behind = 0;
  for (let trial = 0; trial < trials; trial += 1) {
    const place = aPlace();
    const writing = await startWriting(place, PER_SECOND);
    await pause(1_000 + Math.random() * 2_000);
    await writing.kill();
    await (await startWriting(place, 0)).stop();
    const here = emailsIn(place.database);
    gone += writing.acknowledged.filter(({ no }) => no >= here).length;
    const file = path.join(place.folder, "restored.db");
    await command(place, "db-restore", "--from-replica", "--to", file);
    behind += here - emailsIn(file);
    place.remove();
  }
  console.log(
    `killed, disk kept, ${trials} trials: ${gone} acknowledged rows gone; after the next start and stop the second copy lacked ${behind}`,
  );
}

/** Only the site is killed, and doesn't start again: what its Litestream then failed to send. */
export async function alone(trials) {
  let alive = 0;
  const lacking = [];
  for (let trial = 0; trial < trials; trial += 1) {
    const place = aPlace();
    const writing = await startWriting(place, PER_SECOND);
    await firstWholeCopy(place);
    await pause(1_000 + Math.random() * 1_000);
    const { isAlive, end } = await writing.killAlone();
    if (isAlive) alive += 1;
    const file = path.join(place.folder, "restored.db");
    await command(place, "db-restore", "--from-replica", "--to", file);
    const held = emailsIn(file);
    lacking.push(writing.acknowledged.filter(({ no }) => no >= held).length);
    if (isAlive) end();
    place.remove();
  }
  console.log(
    `the site killed alone, ${trials} trials: Litestream lived on in ${alive}; the second copy lacked ${range(lacking)} acknowledged rows a second later`,
  );
}

function range(numbers) {
  return `${Math.min(...numbers)}–${Math.max(...numbers)} (median ${median(numbers)})`;
}
