import path from "node:path";
import { gatewayOf } from "#app/domain/money/gateway.server";
import { openStore, type Store } from "#db/store.server";
import type { World } from "../../demo/world";
import { sandboxAccount } from "./payfast-stand-in";
import { storePlace } from "./store-place";

/** Where tests let histories happen: nobody types commands. */
export function worldOf(store: Store, mode: "sandbox" | "simulator" = "sandbox"): World {
  const gateway = (mode === "simulator" && gatewayOf({ mode }, "/payfast/simulator")) || sandboxAccount;
  return { store, appUrl: "http://x", gateway };
}

/** Lets histories happen in the database of a site that is open. */
export async function atSite<Happened>(site: { dataDir: string }, happen: (world: World) => Promise<Happened>) {
  const store = await openStore(await storePlace(path.join(site.dataDir, "courier.db")));
  try {
    return await happen(worldOf(store, "simulator"));
  } finally {
    await store.close();
  }
}
