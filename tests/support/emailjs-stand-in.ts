import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** The stub's reaction to a request: an answer, or none. Only `OK` and 200 mean that the email was accepted. */
export type Reaction = { status: number; text: string } | "hang" | "cut line";

export type EmailjsRequest = { path: string; contentType: string; body: string };

export const taken: Reaction = { status: 200, text: "OK" };

/**
 * A stub of EmailJS on this machine. It reacts as told, and records its requests and the emails that it accepted.
 * @param react gets each request's body
 */
export async function startEmailjs(react: (body: string) => Reaction = () => taken) {
  const requests: EmailjsRequest[] = [];
  const mails: string[] = [];

  async function answer(request: IncomingMessage, response: ServerResponse) {
    let body = "";
    for await (const piece of request.setEncoding("utf8")) body += piece;
    requests.push({
      path: request.url ?? "",
      contentType: request.headers["content-type"] ?? "",
      body,
    });
    const reaction = react(body);
    if (reaction === "hang") return;
    if (reaction === "cut line") return request.socket.resetAndDestroy();
    if (reaction.status === 200 || reaction.text === "OK") mails.push(body);
    response.writeHead(reaction.status).end(reaction.text);
  }

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("the stand-in has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    mails,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
