import { createServer } from "node:net";

/**
 * A local mail server that accepts every email, or hangs once it is given the recipient's address.
 * @param hangsFor whether it hangs for a recipient
 * @returns its address, and the recipients with the time of each (`performance.now()`)
 */
export async function startMailServer(hangsFor = () => false) {
  const taken = [];
  const sockets = new Set();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => undefined);
    let [to, heard, isText] = ["", "", false];
    socket.setEncoding("latin1").write("220 bench\r\n");
    socket.on("data", (piece) => {
      heard += piece;
      for (;;) {
        const end = isText ? "\r\n.\r\n" : "\r\n";
        const at = heard.indexOf(end);
        if (at < 0) return;
        const line = heard.slice(0, at);
        heard = heard.slice(at + end.length);
        if (isText) {
          taken.push({ to, at: performance.now() });
          isText = false;
        } else if (/^RCPT/i.test(line)) {
          to = /<(.*?)>/.exec(line)?.[1] ?? "";
          if (hangsFor(to)) return;
        } else if (/^DATA/i.test(line)) {
          isText = true;
          socket.write("354 go on\r\n");
          continue;
        } else if (/^QUIT/i.test(line)) return socket.end("221 bye\r\n");
        socket.write("250 ok\r\n");
      }
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `smtp://127.0.0.1:${server.address().port}`,
    taken,
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
