import Database from "better-sqlite3";

const QUOTES = 2_000;

/**
 * How many quotes are saved in a second, each in its own transaction on disk: with every index, and without those that
 * only staff need, which are created again afterwards. Also the processor time of each, which other programs don't
 * change.
 */
export async function writesPerSecond(load, store, file) {
  const { aDraft } = await load("/tests/support/a-booking.ts");
  const { workOutPrice } = await load("/app/domain/parcels/quotes/price-draft.server.ts");
  const { saveQuote } = await load("/app/domain/parcels/quotes/saved-quotes.server.ts");
  const { embeddedPricing } = await load("/app/domain/prices/embedded.server.ts");
  const priced = await workOutPrice(
    embeddedPricing(store, () => new Date()),
    "publicQuote",
    aDraft(),
  );

  async function round() {
    const usedBefore = process.cpuUsage();
    const began = performance.now();
    for (let n = 0; n < QUOTES; n += 1) {
      const draftId = crypto.randomUUID();
      await store.tx((tx) =>
        saveQuote(
          tx,
          { draftId, guestId: draftId, uid: null },
          { ...priced, email: `${draftId}@example.co.za` },
          new Date(),
        ),
      );
    }
    const perSecond = (QUOTES * 1000) / (performance.now() - began);
    const used = process.cpuUsage(usedBefore);
    return { perSecond, cpuMsEach: (used.user + used.system) / 1000 / QUOTES };
  }
  await round();
  const withAll = await round();
  const setAside = indexesForStaff(file);
  const without = await round();
  setAside.makeAgain();
  const again = await round();
  return [
    ["with every index", withAll],
    ["without those for staff", without],
    ["with every index again", again],
  ];
}

function indexesForStaff(file) {
  const db = new Database(file, { timeout: 5_000 });
  const indexes = db
    .prepare(
      "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = 'quotes' AND (name LIKE 'staff\\_%' ESCAPE '\\' OR name IN ('quotes_by_email', 'quotes_waiting_for_price', 'quotes_cancelled_by_staff'))",
    )
    .all();
  for (const { name } of indexes) db.exec(`DROP INDEX ${name}`);
  return {
    makeAgain() {
      for (const { sql } of indexes) db.exec(sql);
      db.close();
    },
  };
}
