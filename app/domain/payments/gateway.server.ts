import type { PayfastMode } from "./payfast-hosts.server";
import { payfastHost } from "./payfast-hosts.server";

/** The account that is paid into, and where its payment page is. */
export type Gateway = {
  mode: "simulator" | PayfastMode;
  merchantId: string;
  merchantKey: string;
  passphrase: string;
  /** The simulator's is a path of our own site. */
  processUrl: string;
};

/** The account of the embedded gateway; it is of no use anywhere else. */
const simulatorAccount = { merchantId: "simulator", merchantKey: "simulator-key", passphrase: "simulator-passphrase" };

/**
 * The gateway that the settings name. Not inverted: `sandbox` is the sandbox page, `live` the production page.
 * @returns null when sandbox or live has no credentials ("Missing PayFast merchant credentials")
 */
export function gatewayOf(
  payfast: { mode: "simulator" | PayfastMode; merchantId?: string; merchantKey?: string; passphrase?: string },
  simulatorPath: string,
): Gateway | null {
  if (payfast.mode === "simulator") return { mode: "simulator", processUrl: simulatorPath, ...simulatorAccount };
  const { mode, merchantId, merchantKey, passphrase } = payfast;
  if (!merchantId || !merchantKey) return null;
  return { mode, merchantId, merchantKey, passphrase: passphrase ?? "", processUrl: payfastHost(mode).processUrl };
}
