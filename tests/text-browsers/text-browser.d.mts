import type { Way } from "./ways.mjs";

/** Somebody at a terminal: reads the page downwards, fills in and presses what stands there. */
export class TextBrowser {
  static start(way: Way, address: string): Promise<TextBrowser>;
  /** The first line that is read next. */
  line: number;
  open(address: string): Promise<void>;
  reload(): void;
  arrive(words: string): Promise<void>;
  fill(label: string, text: string): Promise<void>;
  press(button: string): Promise<void>;
  /** All that the screen shows. */
  shown(): Promise<string>;
  close(): void;
}

/** Ends the process, saying what to install, unless these programs are there. */
export function mustHave(programs: string[], packages?: string[]): void;
