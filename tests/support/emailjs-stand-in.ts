import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** What EmailJS does with a request: an answer, or none. Only `OK` and 200 hand the mail on. */
export type Reaction = { status: number; text: string } | "hang" | "cut line";

export type EmailjsRequest = { path: string; contentType: string; body: string };

export const taken: Reaction = { status: 200, text: "OK" };

/**
 * EmailJS on this machine: reacts as told, and remembers what it was asked and which mails it took.
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
