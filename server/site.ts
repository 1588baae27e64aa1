import type { IncomingMessage, ServerResponse } from "node:http";
import { customAlphabet } from "nanoid";
import { log } from "../app/log.server";
import { whileWaitedFor } from "../db/waited-for.server";
import { readBody } from "./body";
import { clientAddress, isPassedOn } from "./client-address";
import { type GateRules, gate } from "./gate";
import type { AboutRequest } from "./load-context";
import type { pageCache } from "./page-cache";
import { ourFault, perhapsSaved, unwritable } from "./refusals";
import { refuse } from "./refuse";
import { respond } from "./respond";
import { sentForm } from "./sent-form";
import type { MyTurn } from "./web-server";

export type App = (
  request: IncomingMessage,
  url: URL,
  body: Buffer | undefined,
  context: AboutRequest,
) => Promise<Response>;

export type ServeFile = (request: IncomingMessage, response: ServerResponse, address: string) => boolean;

/** Without characters that are easily confused on the phone, such as 0 and O. */
const randomReference = customAlphabet("23456789ABCDEFGHJKMNPQRSTUVWXYZ", 8);

const nothing = { body: undefined, refusal: undefined };

/**
 * How every request is handled: past the gate, then from the page cache, from a file, or with its complete body by the
 * app. The app takes a hundred times as long as all the rest, so requests wait there for their turn.
 */
export function site(rules: GateRules, serveFile: ServeFile, app: App, cache?: ReturnType<typeof pageCache>) {
  const admit = gate(rules);
  return async function answer(request: IncomingMessage, response: ServerResponse, myTurn: MyTurn): Promise<void> {
    let reference = "";
    const newReference = () => (reference = randomReference());
    const context: AboutRequest = {};
    let unsaved = async () => unwritable;
    try {
      const { url, refusal } = admit(request);
      if (refusal) return refuse(request, response, refusal);

      const isPost = request.method === "POST";
      if (!isPost && (await cache?.answer(request, response, url, newReference))) return;
      if (!isPost && serveFile(request, response, url.pathname)) return;

      const { body, refusal: badBody } = isPost ? await readBody(request, response, url.pathname) : nothing;
      if (badBody) return refuse(request, response, badBody);

      unsaved = async () => ({
        ...(context.mayBeSaved ? perhapsSaved : unwritable),
        form: body && (await sentForm(request, url, body, rules.appUrl)),
      });
      if (!(await myTurn())) return;

      const hasDisconnected = () => request.socket.destroyed;
      Object.assign(context, {
        clientAddress: clientAddress(request, rules.trustProxy),
        isPassedOn: isPassedOn(request),
        listensAt: listenerOf(request),
        hasDisconnected,
        reference: newReference(),
      });
      const answer = await whileWaitedFor(hasDisconnected, () => app(request, url, body, context));
      // Remix's own, where a page takes no forms.
      if (answer.status === 405 && rules.methodsAt && !answer.headers.has("Allow"))
        answer.headers.set("Allow", rules.methodsAt(url.pathname));
      if (isPost && context.isUnwritable) refuse(request, response, await unsaved());
      else await respond(request, response, answer);
    } catch (error) {
      // The client has disconnected, or was already told that it was too slow.
      if (response.headersSent || response.destroyed) return;
      if (context.isUnwritable) refuse(request, response, await unsaved());
      else admitFault(request, response, reference || newReference(), error);
    }
  };
}

function listenerOf({ socket }: IncomingMessage): AboutRequest["listensAt"] {
  const { localAddress: host, localPort: port } = socket;
  return host && port ? { host, port } : undefined;
}

/** Logs the error, and shows the person its reference. */
function admitFault(request: IncomingMessage, response: ServerResponse, reference: string, error: unknown): void {
  // Without its query, which may be personal.
  const path = request.url?.split("?")[0];
  log.error({ reference, method: request.method, path, err: error }, "a request failed");
  refuse(request, response, ourFault(reference));
}
