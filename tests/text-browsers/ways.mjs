/**
 * How three browsers are controlled: the key to the next link or field, how to fill in a field, how to open an address,
 * and where a button or link begins.
 */
export const lynx = {
  name: "lynx",
  command: ["lynx", "-accept_all_cookies", "-number_links", "-nopause", "-nomore"],
  nextStop: "Tab",
  reload: "C-r",
  /** Lynx puts "(BUTTON)" or the button's value before a button, and a number before a link. */
  begins: (line, words) => /(?:\([^()]*\) |\[\d+\])?$/.exec(line.slice(0, line.indexOf(words))).index,
  type(terminal, text) {
    terminal.press("C-u");
    terminal.type(text);
  },
  open(terminal, address) {
    terminal.press("g", "C-u");
    terminal.type(address);
  },
};

export const w3m = {
  name: "w3m",
  command: ["w3m", "-cookie", "-o", "accept_cookie=1", "-o", "confirm_qq=0"],
  nextStop: "Tab",
  begins: (line, words) => line.indexOf(words),
  type(terminal, text) {
    terminal.press("Enter");
    terminal.press("C-u");
    terminal.type(text);
    terminal.press("Enter");
  },
  open(terminal, address) {
    terminal.press("U", "C-u");
    terminal.type(address);
  },
};

export const links2 = {
  name: "links2",
  /** By default it caches every page, whatever the headers: the second parcel would show the first one's review. */
  command: ["links2", "-aggressive-cache", "0"],
  /** The screen before its first page, until Enter. */
  greeting: /Welcome to links!/,
  nextStop: "Down",
  begins: (line, words) => line.indexOf(words),
  type(terminal, text) {
    terminal.press("End", "C-u");
    terminal.type(text);
  },
  open(terminal, address) {
    terminal.press("g", "C-u");
    terminal.type(address);
  },
};
