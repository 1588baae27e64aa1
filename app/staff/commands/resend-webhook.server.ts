import { endpointById } from "#app/domain/post/webhooks/endpoints.server";
import { resendCalls } from "#app/domain/post/webhooks/switched-off.server";
import { listNamed, say } from "#app/language/say";
import { command } from "../command";
import { act, did, notDone } from "../desk.server";

export const resendWebhook = command({
  name: "resend webhook",
  page: "check first",
  right: "clerk",
  also: "shop was not told, call again, integration",
  summary: "send a shop's program again what was given up, and switch its webhook on if it was off",
  more: say`${listNamed("webhooks")} lists them. What was sent isn't sent again.`,
  needs: "a webhook that was given up",
  examples: ["resend webhook q2Xb0vT7yC1n8sKfWm3e5A"],
  arguments: {
    key: {
      kind: "word",
      label: "the webhook's id",
      required: say`Which webhook? ${listNamed("webhooks")} lists them.`,
    },
  },
  async run({ key: id }, desk) {
    return act(desk, async (tx) => {
      const endpoint = await endpointById(tx, id);
      if (!endpoint) return notDone(say`There is no such webhook. ${listNamed("webhooks")} lists them.`);
      const calls = await resendCalls(tx, endpoint, desk.now);
      const shown = `The webhook at ${new URL(endpoint.url).host}`;
      if (calls === 0 && !endpoint.offAt) return did(null, say`${shown} is on, and nothing for it was given up.`);
      return did(
        { action: "resent webhook", subject: id, details: `${calls}` },
        say`${shown} is on. Calls that are made again: ${calls}.`,
      );
    });
  },
});
