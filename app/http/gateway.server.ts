import { settings } from "#app/config.server";
import { type Gateway, gatewayOf } from "#app/domain/payments/gateway.server";
import { paths } from "#app/paths";

/** The payment gateway that this site is set up for; null without credentials. */
export function gateway(): Gateway | null {
  return gatewayOf(settings().payfast, paths.payfastSimulator);
}
