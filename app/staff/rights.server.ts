import { spawnSync } from "node:child_process";

/** Each includes the ones before it. */
export const rights = ["reader", "clerk", "cashier", "manager"] as const;
export type Right = (typeof rights)[number];

/** The Unix group that gives a right: `thuma-clerk`. */
export const groupOf = (right: Right) => `thuma-${right}`;

/** The right that a command needs, by its full name or its verb; otherwise clerk. */
const needed: Record<string, Right> = {
  find: "reader",
  today: "reader",
  show: "reader",
  list: "reader",
  history: "reader",
  "note payment": "cashier",
  "note refund": "cashier",
  "pay refund": "cashier",
  reconcile: "cashier",
  "export invoices": "cashier",
  "export customer": "manager",
  "forget customer": "manager",
  "change rate": "manager",
  "change box": "manager",
  "change area": "manager",
  "change country": "manager",
  "change holiday": "manager",
  "withdraw change": "manager",
  "add driver": "manager",
  "block driver": "manager",
};

/** The right that a command needs. */
export function neededFor(command: string): Right {
  return needed[command] ?? needed[command.split(" ")[0] ?? ""] ?? "clerk";
}

/** The members of the machine's groups. Null if none of the four exists. */
export type Groups = Partial<Record<Right, string[]>> | null;

/** The person who runs the command. Root and the site's own user may do everything, and use any name. */
export type Person = { login: string; right: Right | "all" | null };

/** What a person may do on this machine; everything if none of the groups exists. */
export function personOf(environment: Record<string, string | undefined>, groups: Groups): Person {
  const login = environment.SUDO_USER?.trim() ?? "";
  if (!groups || login === "" || login === "root") return { login, right: "all" };
  const right = rights.findLast((each) => groups[each]?.includes(login)) ?? null;
  return { login, right };
}

/** Why a person may not run a command, and whom to ask; null if they may. */
export function whyNotAllowed(
  { login, right }: Person,
  command: string,
  signsAs: string | undefined,
  groups: Groups,
): string[] | null {
  if (right === "all") return null;
  const rank = right ? rights.indexOf(right) : -1;
  const need = neededFor(command);
  if (rank < rights.indexOf(need)) {
    const is = right
      ? `you (${login}) are a ${right}`
      : `you (${login}) are in none of the groups ${rights.map(groupOf).join(", ")}`;
    return [`${command} is for a ${need}, and ${is}.`, whomToAsk(need, groups)];
  }
  if (signsAs !== undefined && signsAs !== login && right !== "manager")
    return [
      `Only a manager signs for somebody else (--as): the record has your login, ${login}.`,
      whomToAsk("manager", groups),
    ];
  return null;
}

function whomToAsk(need: Right, groups: Groups): string {
  const able = rights.slice(rights.indexOf(need)).flatMap((right) => groups?.[right] ?? []);
  return able.length > 0
    ? `Ask ${[...new Set(able)].join(" or ")}.`
    : `Nobody is in ${groupOf(need)} yet: ask whoever runs the server.`;
}

/** The four groups on this machine. */
export function machineGroups(): Groups {
  const { stdout, error } = spawnSync("getent", ["group", ...rights.map(groupOf)], { encoding: "utf8" });
  if (error || !stdout.trim()) return null;
  return groupsFrom(stdout);
}

/** `thuma-clerk:x:1001:thandi,zanele` */
export function groupsFrom(lines: string): Groups {
  const read = lines.split("\n").flatMap((line) => {
    const [name = "", , , members = ""] = line.split(":");
    const right = rights.find((each) => groupOf(each) === name);
    return right ? [[right, members.split(",").filter(Boolean)] as const] : [];
  });
  return read.length > 0 ? Object.fromEntries(read) : null;
}
