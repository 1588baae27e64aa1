import { gatewayOf } from "#app/domain/payments/gateway.server";
import type { Store } from "#db/store.server";
import type { World } from "../../demo/world";
import { sandboxAccount } from "./payfast-stand-in";

/** Where tests let histories happen: nobody types commands. */
export function worldOf(store: Store, mode: "sandbox" | "simulator" = "sandbox"): World {
  const gateway = (mode === "simulator" && gatewayOf({ mode }, "/payfast/simulator")) || sandboxAccount;
  return { store, appUrl: "http://x", gateway };
}
