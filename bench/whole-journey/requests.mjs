/**
 * Prints what went over the line, request by request: when it was sent, its bytes and those of its cookies, and how
 * long the browser waited for the whole answer. Then how long each page took from the press until its largest part was painted.
 */
export function printRequests(exchanges, waits = []) {
  console.log("\n| at ms | request | bytes up | of them cookies | body | bytes down | ms |");
  console.log("|--:|---|--:|--:|--:|--:|--:|");
  const [first] = exchanges;
  for (const { sent, receivedBytes, askedAt, answeredAt } of exchanges) {
    const text = Buffer.concat(sent).toString("latin1");
    const [head, body] = text.split("\r\n\r\n", 2);
    const [line] = head.split("\r\n", 1);
    const cookies = /^cookie: .*$/im.exec(head)?.[0].length ?? 0;
    const request = line.replace(/ HTTP.*/, "").replace(/(?<=\?).{20}.+/, "…");
    const cells = [Math.round(askedAt - first.askedAt), request, text.length, cookies, body.length, receivedBytes];
    console.log(`| ${[...cells, Math.round(answeredAt - askedAt)].join(" | ")} |`);
  }
  console.log("\n| page | shown after ms | whole after ms |\n|---|--:|--:|");
  for (const { page, shownMs, wholeMs } of waits) {
    console.log(`| ${page} | ${Math.round(shownMs)} | ${Math.round(wholeMs)} |`);
  }
  console.log("");
}
