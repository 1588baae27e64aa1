import type { Config } from "#app/config.server";
import { type Reach, reachOf } from "#app/domain/post/webhooks/allowed-url.server";
import { type Endpoint, endpointOf } from "#app/domain/post/webhooks/endpoints.server";
import { whyOff } from "#app/domain/post/webhooks/switched-off.server";
import { plainText } from "#app/language/plain-text";
import type { Reader } from "#db/store.server";
import type { KeyedCall } from "./keyed-api.server";
import { ProblemError } from "./problem.server";

/** Where this site's webhooks may go. */
export function reachOfSite(settings: Config): Reach {
  return reachOf(settings.payfast.mode);
}

export const noSuchWebhook = { refused: "not-found", detail: "You have no webhook with this id." } as const;

/** The webhook that a call's address names. Throws a problem if it isn't the account's. */
export async function webhookOfCall({ params, holder, services }: KeyedCall): Promise<Endpoint> {
  const endpoint = await endpointOf(services.store.read, holder.uid, params.id ?? "");
  if (!endpoint) throw new ProblemError(noSuchWebhook);
  return endpoint;
}

/** The secret of one of the account's webhooks, for the answer to whoever made or changed it. */
export async function secretOf(read: Reader, { holder }: KeyedCall, id: string) {
  const endpoint = await endpointOf(read, holder.uid, id);
  return endpoint ? { secret: endpoint.secret } : noSuchWebhook;
}

/** A webhook as its owner reads it: without the secret. */
export function webhookAnswered(endpoint: Endpoint) {
  const { id, url, events, offAt, offBecause, lastSuccessAt, lastAnswerAt, lastAnswerStatus, madeAt } = endpoint;
  return {
    ...{ id, url, events, status: offAt ? "off" : "on" },
    offBecause: offBecause && plainText(whyOff(offBecause)),
    lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
    ...{ lastAnswerAt: lastAnswerAt?.toISOString() ?? null, lastAnswerStatus },
    createdAt: madeAt.toISOString(),
  };
}
