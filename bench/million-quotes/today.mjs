import { rmSync } from "node:fs";
import path from "node:path";
import { programsFolder, startPostgres } from "../../tests/postgres/server.mjs";

const ROUNDS = 20;
const WARM_UP = 2;

/** Prints how long Today's view takes on both databases, among the same quotes; PostgreSQL gets a copy of them. */
export async function todayOnBoth(load, folder, staff) {
  const { openStaffViews } = await load("/db/staff-views.server.ts");
  console.log(`\n   p50 ms    p99 ms  (Today's view, ${ROUNDS} rounds each)`);
  await print("on SQLite", openStaffViews(staff.name));
  try {
    programsFolder();
  } catch ({ message }) {
    return console.log(`                     on PostgreSQL: not measured. ${message}`);
  }
  const { url, stop } = await startPostgres({ settings: [] });
  const moving = path.join(folder, "moving.db");
  try {
    const { copyDatabase } = await load("/db/copy/copy.server.ts");
    const { openPostgresViews } = await load("/db/postgres/views.server.ts");
    await staff.backup(moving);
    rmSync(await copyDatabase(moving, url, new Date(), () => {}));
    await print("on PostgreSQL, with its connection", openPostgresViews(url));
  } finally {
    for (const end of ["", "-wal", "-shm", "-open", "-issued", "-reserve"]) rmSync(`${moving}${end}`, { force: true });
    stop();
  }
}

async function print(title, views) {
  const times = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    const began = performance.now();
    await views.read("staff_today", 100);
    if (round >= WARM_UP) times.push(performance.now() - began);
  }
  views.close();
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part) => sorted[Math.ceil(part * sorted.length) - 1].toFixed(1).padStart(9);
  console.log(`${at(0.5)} ${at(0.99)}  ${title}`);
}
