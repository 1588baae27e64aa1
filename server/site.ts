import type { IncomingMessage, ServerResponse } from "node:http";
import type { AppLoadContext } from "@remix-run/server-runtime";
import { customAlphabet } from "nanoid";
import { log } from "../app/log.server";
import { readBody } from "./body";
import { clientAddress } from "./client-address";
import { admit, type GateRules } from "./gate";
import { ourFault } from "./refusals";
import { refuse } from "./refuse";
import { respond } from "./respond";

export type App = (
  request: IncomingMessage,
  url: URL,
  body: Buffer | undefined,
  context: AppLoadContext,
) => Promise<Response>;

export type ServeFile = (request: IncomingMessage, response: ServerResponse, address: string) => boolean;

/** No letter that is mistaken for another when it is read out on the phone. */
const newReference = customAlphabet("23456789ABCDEFGHJKMNPQRSTUVWXYZ", 8);

const nothing = { body: undefined, refusal: undefined };

/** The way of every request: past the gate, to a file or with its whole body to the app, and back compressed. */
export function site(rules: GateRules, serveFile: ServeFile, app: App) {
  return async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const reference = newReference();
    try {
      const { url, refusal } = admit(request, rules);
      if (refusal) return refuse(request, response, refusal);

      const isPost = request.method === "POST";
      if (!isPost && serveFile(request, response, url.pathname)) return;

      const { body, refusal: badBody } = isPost ? await readBody(request, response, url.pathname) : nothing;
      if (badBody) return refuse(request, response, badBody);

      const context = { clientAddress: clientAddress(request, rules.trustProxy), reference };
      const made = await app(request, url, body, context);
      if (isLastResort(made)) {
        return admitFault(request, response, reference, new Error("the app's own error page failed too"));
      }
      await respond(request, response, made);
    } catch (error) {
      // The browser hung up, or was told already that it was too slow: nobody waits for an answer.
      if (response.headersSent || response.destroyed) return;
      admitFault(request, response, reference, error);
    }
  };
}

/** The log has what went wrong, the person has the reference to it. */
function admitFault(request: IncomingMessage, response: ServerResponse, reference: string, error: unknown): void {
  // Without its query: that may be personal.
  const path = request.url?.split("?")[0];
  log.error({ reference, method: request.method, path, err: error }, "a request failed");
  refuse(request, response, ourFault(reference));
}

/** What Remix sends when even its error page failed: a bare 500. */
function isLastResort(answer: Response): boolean {
  const type = answer.headers.get("content-type") ?? "";
  return answer.status === 500 && !/^(?:text\/html|application\/json)/.test(type);
}
