import { ConfigError } from "./config-error";

/** PayFast posts notices to these ports only (its documentation). Blank is https's default, 443. */
const REACHED_PORTS = ["", "443", "80", "8080", "8081"];

/**
 * Refuses a site address that PayFast can't send people and notices to.
 * @throws ConfigError that says what it must be
 */
export function refuseUnreachable(mode: "simulator" | "sandbox" | "live", appUrl: string | undefined): void {
  if (mode === "simulator") return;
  if (!appUrl)
    throw new ConfigError(`APP_URL: required when PAYFAST_MODE is ${mode}; PayFast sends people and notices there`);
  if (mode !== "live") return;
  const { protocol, port } = new URL(appUrl);
  if (protocol !== "https:") throw new ConfigError("APP_URL: must be https when PAYFAST_MODE is live");
  if (!REACHED_PORTS.includes(port))
    throw new ConfigError(`APP_URL: PayFast reaches ports 443, 80, 8080 and 8081 only, not ${port}`);
}
