/** PayFast's two worlds: play money and real money. The simulator is ours and has no host. */
export type PayfastMode = "sandbox" | "live";

export type PayfastHost = {
  /** Where the customer's browser posts the signed form. */
  processUrl: string;
  /** Where we ask whether a notice is PayFast's own. */
  validateUrl: string;
};

/**
 * PayFast's addresses for a mode. The spec describes the modes as inverted; the contract corrects that,
 * because a "sandbox" that takes real money would be the worst possible fault.
 */
export function payfastHost(mode: PayfastMode): PayfastHost {
  return hosts[mode];
}

const hosts: Record<PayfastMode, PayfastHost> = {
  sandbox: {
    processUrl: "https://sandbox.payfast.co.za/eng/process",
    validateUrl: "https://sandbox.payfast.co.za/eng/query/validate",
  },
  live: {
    processUrl: "https://www.payfast.co.za/eng/process",
    validateUrl: "https://www.payfast.co.za/eng/query/validate",
  },
};
