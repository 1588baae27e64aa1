import type { PayfastMode } from "./payfast-hosts.server";
import { payfastHosts } from "./payfast-hosts.server";

/** The merchant account that is paid, and the address of its payment page. */
export type Gateway = {
  mode: "simulator" | PayfastMode;
  merchantId: string;
  merchantKey: string;
  passphrase: string;
  /** For the simulator, a path on our own site. */
  processUrl: string;
};

/** The embedded simulator's account. It works nowhere else. */
const simulatorAccount = { merchantId: "simulator", merchantKey: "simulator-key", passphrase: "simulator-passphrase" };

/**
 * The gateway chosen in the settings: `sandbox` is PayFast's sandbox page, `live` its production page.
 * @returns null when sandbox or live has no credentials ("Missing PayFast merchant credentials")
 */
export function gatewayOf(
  payfast: { mode: "simulator" | PayfastMode; merchantId?: string; merchantKey?: string; passphrase?: string },
  simulatorPath: string,
): Gateway | null {
  if (payfast.mode === "simulator") return { mode: "simulator", processUrl: simulatorPath, ...simulatorAccount };
  const { mode, merchantId, merchantKey, passphrase } = payfast;
  if (!merchantId || !merchantKey) return null;
  return { mode, merchantId, merchantKey, passphrase: passphrase ?? "", processUrl: payfastHosts[mode].processUrl };
}
