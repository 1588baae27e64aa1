import { limits } from "#app/domain/limits/limits";
import { whyNotCalled } from "#app/domain/post/webhooks/allowed-url.server";
import { endpointsOf, registerEndpoint } from "#app/domain/post/webhooks/endpoints.server";
import { WebhookRequestSchema } from "#app/domain/post/webhooks/on-the-wire";
import { answer, answerOnce, bodyOf, callsAt, checked, wrongFields } from "#app/http/api/keyed-api.server";
import { reachOfSite, secretOf, webhookAnswered } from "#app/http/api/webhook-of-call.server";

/** GET: the account's webhooks. POST: registers one more; only this answer has its secret. */
export const loader = callsAt("/v1/webhooks", {
  GET: async ({ holder, services }) => {
    const webhooks = (await endpointsOf(services.store.read, holder.uid)).map(webhookAnswered);
    return answer({ status: 200, body: { webhooks } });
  },
  POST: async (call) => {
    const body = await bodyOf(call.request);
    return answerOnce(call, call.key, body, {
      async read() {
        const { url, events = null } = checked(WebhookRequestSchema, body ?? {});
        const refusal = await whyNotCalled(url, reachOfSite(call.settings));
        if (refusal) throw wrongFields([{ pointer: "/url", detail: refusal }]);
        // As it is called, so that two spellings are one address.
        return { url: new URL(url).href, events };
      },
      async work(tx, { url, events }) {
        const made = await registerEndpoint(tx, { uid: call.holder.uid, url, events }, call.now);
        if (made.kind === "full")
          return { refused: "limit-reached", detail: `An account can have ${limits.webhooks.points} webhooks.` };
        const { id } = made.endpoint;
        const location = `/v1/webhooks/${id}`;
        if (made.kind === "known") {
          const headers = { Location: location };
          return { refused: "address-known", detail: "You have a webhook at this address.", headers };
        }
        return { status: 201, location, body: { id, url, events } };
      },
      secrets: (read, { location = "" }) => secretOf(read, call, location.slice("/v1/webhooks/".length)),
    });
  },
});

export const action = loader;
