import { spawnSync } from "node:child_process";
import { userInfo } from "node:os";
import { hasRight, type Right, rights } from "#app/domain/office/people.server";
import { SECONDS } from "#app/durations";

/** The Unix group that gives a right: `thuma-clerk`. */
export const groupOf = (right: Right) => `thuma-${right}`;

/** The members of the groups that the machine has. */
export type Groups = Partial<Record<Right, string[]>>;

/** `none`: the machine has none of the four, and nothing is restricted. `unknown`: it couldn't say. */
export type MachineGroups = Groups | "none" | "unknown";

/**
 * The person who runs a command; without a right, they may run none. Root and the site's own user may do everything, and
 * use any name.
 */
export type PersonWithRight = { name: string; right: Right | "all" | null };

/**
 * What a person may do on this machine.
 * @param owner the site's own user, to whom the data belongs; undefined while there is no data
 */
export function personOf(environment: Environment, groups: MachineGroups, owner: number | undefined): PersonWithRight {
  const sudoer = environment.SUDO_USER?.trim() ?? "";
  const isOwn = sudoer === "" ? isRootOrOwner(process.getuid?.(), owner) : isRootOrOwnerBySudo(environment, owner);
  if (isOwn || groups === "none") return { name: sudoer, right: "all" };
  const name = sudoer || loginHere();
  if (groups === "unknown") return { name, right: null };
  return { name, right: rights.findLast((each) => groups[each]?.includes(name)) ?? null };
}

type Environment = Record<string, string | undefined>;

function isRootOrOwner(uid: number | undefined, owner: number | undefined): boolean {
  return uid === undefined || uid === 0 || owner === undefined || uid === owner;
}

/** A container's user may have no name. */
function loginHere(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.()}`;
  }
}

/** sudo sets both variables itself, whatever its caller's were. */
function isRootOrOwnerBySudo({ SUDO_USER, SUDO_UID }: Environment, owner: number | undefined): boolean {
  return SUDO_USER?.trim() === "root" || (owner !== undefined && SUDO_UID === String(owner));
}

/** Why a person may not run a command, and whom to ask; null if they may. */
export function whyNotAllowed(
  { name, right }: PersonWithRight,
  command: { name: string; right: Right },
  signsAs: string | undefined,
  groups: MachineGroups,
): string[] | null {
  if (right === "all") return null;
  if (groups === "unknown")
    return [
      "This machine couldn't say which groups you are in, so nothing was done.",
      "Try again in a new terminal. If that doesn't help, ask whoever runs the server: getent group thuma-clerk has to answer.",
    ];
  if (!right || !hasRight(right, command.right)) {
    const is = right
      ? `you (${name}) are a ${right}`
      : `you (${name}) are in none of the groups ${rights.map(groupOf).join(", ")}`;
    return [`${command.name} is for a ${command.right}, and ${is}.`, whomToAsk(command.right, groups)];
  }
  if (signsAs !== undefined && signsAs !== name && right !== "manager")
    return [
      `Only a manager signs for somebody else (--as): the record has your login, ${name}.`,
      whomToAsk("manager", groups),
    ];
  return null;
}

function whomToAsk(need: Right, groups: Groups | "none"): string {
  const able = rights.slice(rights.indexOf(need)).flatMap((right) => (groups === "none" ? [] : (groups[right] ?? [])));
  return able.length > 0
    ? `Ask ${[...new Set(able)].join(" or ")}.`
    : `Nobody is in ${groupOf(need)} yet: ask whoever runs the server.`;
}

const LONGEST_LOOKUP_MS = 5 * SECONDS;
/** What `getent` answers when a group doesn't exist. It prints those that do all the same. */
const NOT_FOUND = 2;

/**
 * The four groups on this machine. Nothing is unrestricted unless `getent` says that none of them exists: it may fail
 * because of its caller's limits (`ulimit -n`), which sudo passes on.
 */
export function machineGroups(environment: Environment): MachineGroups {
  const { status, stdout, stderr } = spawnSync("getent", ["group", ...rights.map(groupOf)], {
    encoding: "utf8",
    timeout: LONGEST_LOOKUP_MS,
    killSignal: "SIGKILL",
  });
  if (status !== 0 && status !== NOT_FOUND) return "unknown";
  const groups = groupsFrom(stdout);
  if (groups) return groups;
  // deploy/thuma-staff sets it: where staff come by sudo there are groups, even when a directory of users says no.
  const mustExist = environment.THUMA_RIGHTS !== undefined;
  return status === NOT_FOUND && stdout === "" && stderr === "" && !mustExist ? "none" : "unknown";
}

/** `thuma-clerk:x:1001:thandi,zanele`; null without any of the four. */
export function groupsFrom(lines: string): Groups | null {
  const read = lines.split("\n").flatMap((line) => {
    const [name = "", , , members = ""] = line.split(":");
    const right = rights.find((each) => groupOf(each) === name);
    return right ? [[right, members.split(",").filter(Boolean)] as const] : [];
  });
  return read.length > 0 ? Object.fromEntries(read) : null;
}
