/** PayFast's two environments: `sandbox` takes no real money. The simulator is part of our own site and has no host. */
export type PayfastMode = "sandbox" | "live";

export type PayfastHost = {
  /** Where the customer's browser posts the signed form. */
  processUrl: string;
  /** Where we ask whether PayFast sent a notice. */
  validateUrl: string;
};

/**
 * PayFast's addresses for a mode. The specification describes the modes as inverted; the contract corrects that,
 * because a "sandbox" that takes real money would be the worst possible fault.
 */
export const payfastHosts: Record<PayfastMode, PayfastHost> = {
  sandbox: {
    processUrl: "https://sandbox.payfast.co.za/eng/process",
    validateUrl: "https://sandbox.payfast.co.za/eng/query/validate",
  },
  live: {
    processUrl: "https://www.payfast.co.za/eng/process",
    validateUrl: "https://www.payfast.co.za/eng/query/validate",
  },
};
