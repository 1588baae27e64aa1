import { spawnSync } from "node:child_process";
import { Terminal } from "./terminal.mjs";

const CHOICE = /[([][ *xX][)\]]/;
const CHOSEN = /[([][*xX][)\]]/;

/** A user of a text browser: reads the page from the top, fills in fields and presses buttons. */
export class TextBrowser {
  constructor(way, address) {
    this.way = way;
    this.terminal = new Terminal([...way.command, address], way.nextStop);
  }

  static async start(way, address) {
    const browser = new TextBrowser(way, address);
    if (way.greeting) {
      await browser.terminal.see(way.greeting);
      browser.terminal.press("Enter");
    }
    return browser;
  }

  /** Types an address. Works only while the cursor is not in a field, as on a new page. */
  async open(address) {
    await this.terminal.atRest();
    this.way.open(this.terminal, address);
    this.terminal.press("Enter");
  }

  /** Reloads the page. */
  reload() {
    this.terminal.press(this.way.reload);
  }

  /** Waits for a page with this text, and continues from there. */
  async arrive(words) {
    this.line = 0;
    this.line = this.find(await this.terminal.see(new RegExp(escaped(words))), words);
    // The cursor may still be where it was on the previous page.
    await this.terminal.step();
  }

  async fill(label, text) {
    await this.reachField(label);
    const before = this.terminal.lines();
    this.way.type(this.terminal, text);
    await this.terminal.changed(before);
    this.line = this.terminal.cursor().y + 1;
  }

  /** Chooses an option of a select. */
  async select(label, choice) {
    await this.reachField(label);
    const { y } = this.terminal.cursor();
    this.terminal.press("Enter");
    const lines = await this.terminal.see(new RegExp(escaped(choice)));
    const line = lines.findIndex((shown) => shown.includes(choice));
    await this.terminal.goOnUntil((cursor) => cursor.y === line, choice, "Down");
    this.terminal.press("Enter");
    await this.terminal.atRest();
    this.line = y + 1;
  }

  async choose(label) {
    const lines = await this.terminal.atRest();
    const line = lines.findIndex((shown, at) => at >= this.line && shown.includes(label) && CHOICE.test(shown));
    if (line < 0) throw new Error(`nothing to choose: ${label}\n${lines.filter(Boolean).join("\n")}`);
    if (CHOSEN.test(lines[line])) return;
    await this.terminal.reach(line);
    const before = this.terminal.lines();
    this.terminal.press("Enter");
    await this.terminal.changed(before);
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

  /** @returns the whole screen */
  async shown() {
    return (await this.terminal.atRest()).join("\n");
  }

  close() {
    this.terminal.close();
  }

  async reachField(label) {
    const lines = await this.terminal.atRest();
    // There may be a hint between a label and its field.
    await this.terminal.reachBelow(this.find(lines, label));
  }

  find(lines, words) {
    const line = lines.findIndex((shown, at) => at >= this.line && shown.includes(words));
    if (line < 0) throw new Error(`no "${words}" below line ${this.line} of:\n${lines.filter(Boolean).join("\n")}`);
    return line;
  }
}

const escaped = (words) => words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Exits with a message about what to install, unless these programs are there. Debian's packages may have other names. */
export function mustHave(programs, packages = []) {
  const missing = [...new Set(programs)].filter((program) => spawnSync("which", [program]).status !== 0);
  if (missing.length === 0) return;
  console.error(
    `Missing: ${missing.join(", ")}. On Debian: apt-get install ${(packages.length > 0 ? packages : missing).join(" ")}`,
  );
  process.exit(1);
}
