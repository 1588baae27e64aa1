import { spawn } from "node:child_process";
import { expect, onTestFinished } from "vitest";
import { aFolder } from "./a-store";
import { fullBrowserPath } from "./find-browser.mjs";
import { QUIET } from "./shared-browser";

/**
 * Chromium as people have it, which keeps a page for Back although it is `no-store`. Playwright watches the network, and
 * then none is kept; this asks only for scripts to be run.
 */
export async function aPersonsBrowser() {
  const args = ["--headless=new", "--remote-debugging-port=0", `--user-data-dir=${aFolder()}`, "about:blank"];
  const chromium = spawn(fullBrowserPath(import.meta.url), [...QUIET, ...args], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  onTestFinished(() => void chromium.kill("SIGKILL"));
  const address = await new Promise<string>((resolve) => {
    let said = "";
    chromium.stderr.on("data", (words) => {
      said += words;
      const [, host] = /ws:\/\/([^/]+)\//.exec(said) ?? [];
      if (host) resolve(`http://${host}`);
    });
  });
  const targets = (await (await fetch(`${address}/json/list`)).json()) as {
    type: string;
    webSocketDebuggerUrl: string;
  }[];
  const socket = new WebSocket(targets.find(({ type }) => type === "page")?.webSocketDebuggerUrl ?? "");
  await new Promise((resolve) => socket.addEventListener("open", resolve, { once: true }));

  type Answer = { id: number; result: { result: { value: unknown }; exceptionDetails?: unknown } };
  const answers = new Map<number, (answer: Answer) => void>();
  socket.addEventListener("message", ({ data }) => {
    const answer = JSON.parse(data) as Answer;
    answers.get(answer.id)?.(answer);
  });
  let asked = 0;
  /** Runs a script in the page that is open by then. */
  async function inPage(expression: string): Promise<unknown> {
    const id = ++asked;
    const { result } = await new Promise<Answer>((resolve) => {
      answers.set(id, resolve);
      const params = { expression, returnByValue: true, userGesture: true };
      socket.send(JSON.stringify({ id, method: "Runtime.evaluate", params }));
    });
    if (result.exceptionDetails) throw new Error(JSON.stringify(result.exceptionDetails));
    return result.result.value;
  }
  const waitFor = (expression: string) => expect.poll(() => inPage(expression)).toBe(true);
  const sees = (words: string) => waitFor(`document.body?.innerText.includes(${JSON.stringify(words)})`);

  return {
    sees,
    async open(url: string): Promise<void> {
      await inPage(`location.href = ${JSON.stringify(url)}`);
      await waitFor(`location.href === ${JSON.stringify(url)} && document.readyState === "complete"`);
    },
    /** Types or chooses answers, and presses the button that sends them. */
    async send(button: string, typed: Record<string, string>): Promise<void> {
      await inPage(`{
        for (const [name, answer] of Object.entries(${JSON.stringify(typed)})) {
          const field = document.querySelector(\`[name="\${name}"][type=radio][value="\${answer}"]\`) ?? document.querySelector(\`[name="\${name}"]\`);
          if (field.type === "radio") field.click();
          else field.value = answer;
          field.dispatchEvent(new Event("input", { bubbles: true }));
          field.dispatchEvent(new Event("change", { bubbles: true }));
        }
        window.wasSent = true;
        [...document.querySelectorAll("button")].find(({ innerText }) => innerText.trim() === ${JSON.stringify(button)}).click();
      }`);
      await waitFor("window.wasSent !== true && document.readyState === 'complete'");
    },
    /** Back to the page of the form that was just sent. Returns whether it is the same page, as it was left. */
    async goBack(): Promise<boolean> {
      await inPage("window.wasLeft = true; history.back()");
      await waitFor("window.wasLeft !== true && document.readyState === 'complete'");
      return (await inPage("window.wasSent === true")) === true;
    },
  };
}
