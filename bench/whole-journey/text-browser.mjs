import { setTimeout as pause } from "node:timers/promises";
import { Terminal } from "./terminal.mjs";

/** How two browsers show the same things: what can be chosen, where a button or link begins; and how a field is filled. */
export const lynx = {
  command: ["lynx", "-accept_all_cookies", "-number_links", "-nopause", "-nomore"],
  choice: /[([] [)\]]/,
  /** Lynx puts "(BUTTON)" or the button's value before a button, and a number before a link. */
  begins: (line, words) => /(?:\([^()]*\) |\[\d+\])?$/.exec(line.slice(0, line.indexOf(words))).index,
  type(terminal, text) {
    terminal.press("C-u");
    terminal.type(text);
  },
};

export const w3m = {
  command: ["w3m", "-cookie", "-o", "accept_cookie=1", "-o", "confirm_qq=0"],
  choice: /[([] [)\]]/,
  begins: (line, words) => line.indexOf(words),
  type(terminal, text) {
    terminal.press("Enter");
    terminal.press("C-u");
    terminal.type(text);
    terminal.press("Enter");
  },
};

/** Somebody at a terminal: reads the page downwards, fills in and presses what stands there. */
export class TextBrowser {
  constructor(way, address) {
    this.way = way;
    this.terminal = new Terminal([...way.command, address]);
  }

  /** Waits for a page that says this, and reads on from there. */
  async arrive(words) {
    this.line = 0;
    this.line = this.find(await this.terminal.see(new RegExp(escaped(words))), words);
  }

  async fill(label, text) {
    const lines = await this.terminal.atRest();
    // A hint may stand between a label and its field.
    await this.terminal.reachBelow(this.find(lines, label));
    this.way.type(this.terminal, text);
    await this.terminal.atRest();
    this.line = this.terminal.cursor().y + 1;
  }

  async choose(label) {
    const lines = await this.terminal.atRest();
    const line = lines.findIndex(
      (shown, at) => at >= this.line && shown.includes(label) && this.way.choice.test(shown),
    );
    if (line < 0) throw new Error(`nothing to choose: ${label}\n${lines.filter(Boolean).join("\n")}`);
    await this.terminal.reach(line);
    this.terminal.press("Enter");
    await pause(100);
  }

  async press(button) {
    const lines = await this.terminal.atRest();
    const line = this.find(lines, button);
    const from = this.way.begins(lines[line], button);
    await this.terminal.reach(line, from, lines[line].indexOf(button) + button.length);
    this.terminal.press("Enter");
  }

  follow(link) {
    return this.press(link);
  }

  async read(pattern) {
    const lines = await this.terminal.see(pattern);
    return pattern.exec(lines.join("\n"))[0];
  }

  close() {
    this.terminal.close();
  }

  find(lines, words) {
    const line = lines.findIndex((shown, at) => at >= this.line && shown.includes(words));
    if (line < 0) throw new Error(`no "${words}" below line ${this.line} of:\n${lines.filter(Boolean).join("\n")}`);
    return line;
  }
}

const escaped = (words) => words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
