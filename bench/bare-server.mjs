/**
 * `node bench/bare-server.mjs <port> <file>`: the least that a Node server can do. It answers every address in the file
 * with prepared bytes and headers: { address: { status, headers: [name, value, …], body: base64 } }.
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const [port, file] = process.argv.slice(2);
const answers = new Map(
  Object.entries(JSON.parse(readFileSync(file, "utf8"))).map(([address, { status, headers, body }]) => [
    address,
    { status, headers, body: Buffer.from(body, "base64") },
  ]),
);

const server = createServer((request, response) => {
  const { status, headers, body } = answers.get(request.url);
  const answer = () => {
    response.writeHead(status, headers);
    response.end(body);
  };
  if (request.method !== "POST") return answer();
  // Reads the whole form before it answers, as the site does.
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", answer);
});
server.keepAliveTimeout = 10_000;
server.listen(Number(port), "127.0.0.1");
