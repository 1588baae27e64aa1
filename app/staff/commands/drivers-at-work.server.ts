import { brand } from "#app/brand";
import { applicationByReference } from "#app/domain/drivers/applications/answer-application.server";
import { LINK_LIVES_MS, newSignInCode } from "#app/domain/drivers/driver-sessions.server";
import {
  activeDrivers,
  addDriver,
  blockDriver,
  type Driver,
  driverCalled,
  notePlate,
  plateEnd,
} from "#app/domain/drivers/drivers.server";
import { queueText } from "#app/domain/post/queue-text.server";
import { newId } from "#app/domain/values/ids.server";
import { normalisePhone, phoneAsShown } from "#app/domain/values/phone.server";
import { UsageError } from "#app/domain/values/usage-error";
import { choice, commandNamed, field, listNamed, number, say, type Words } from "#app/language/say";
import { paths } from "#app/paths";
import type { Reader } from "#db/store.server";
import { command, isNone, NONE } from "../command";
import { act, type Desk, did, nameFrom, wayIn } from "../desk.server";
import { didYouMean } from "../did-you-mean";

const driverName = { kind: "driver", label: "the driver's name" } as const;

const newName = (typed: string) => nameFrom(typed.replace(/\s+/g, " "));

export const addDriverCommand = command({
  name: "add driver",
  page: "check first",
  right: "manager",
  also: "new driver, lost phone of a driver, new phone, sign-in link, number plate",
  summary: "add a driver, and send the link that signs their phone in",
  more: say`The link signs one phone in, once, for 30 days. It works for 7 days. Add a driver again for a new phone:
    the old one is signed out when the new one signs in. A receiver whose parcel is out for delivery sees who brings it:
    the driver's first name and, with ${field("plate")}, the end of the number plate. For a driver whom we know, ${field("plate")}
    alone notes it, and sends nothing.`,
  examples: [
    'add driver "Sipho Nkosi" --phone 0831234567',
    "add driver --application D48210934",
    'add driver "Sipho Nkosi" --plate "23 GP"',
  ],
  // Perhaps somebody new, who is in no list yet.
  arguments: {
    name: { ...driverName, kind: "words", shown: "name", example: "Sipho Nkosi", required: false, read: newName },
  },
  options: {
    phone: { kind: "words", label: "their phone, which gets the link" },
    application: { kind: "application", label: "of an accepted owner driver: name and phone come from it" },
    plate: {
      kind: "words",
      label: say`the end of their number plate, which a receiver sees on the day; ${choice(NONE)} removes it`,
      example: "23 GP",
      read: plateFrom,
    },
  },
  async run(typed, desk) {
    return act(desk, async (tx) => {
      const known = isPlateAlone(typed) ? await driverCalled(tx, typed.name) : null;
      if (known) return noted(known, typed.plate ?? null, await notePlate(tx, known, typed.plate ?? null));
      const meant = await whoIsMeant(tx, typed);
      if (!meant.ok) return meant;
      const { driver, added } = await addDriver(tx, { ...meant, plate: typed.plate }, desk.now);
      const link = desk.site.appUrl + paths.driverSignIn(await newSignInCode(tx, driver, desk.now));
      const refusal = await queueText(
        tx,
        "the office",
        {
          key: `driver-link:${newId()}`,
          to: driver.phone,
          about: "Link for a driver's phone",
          words: `${brand.shortName}: open this on your phone to see your stops. It works once: ${link}`,
          holds: { linkUntil: new Date(desk.now.getTime() + LINK_LIVES_MS) },
        },
        desk.now,
      );
      const details = phoneAsShown(driver.phone);
      return did(
        { action: added ? "added driver" : "sent driver a new link", subject: driver.name, details },
        say`${driver.name}, ${details}, ${added ? "drives for us" : "gets a new link"}.`,
        ...(refusal ? notTexted(refusal, desk) : ["They get a text with the link that signs their phone in."]),
        ...wayIn(desk, link),
      );
    });
  },
});

type TypedDriver = { name?: string; phone?: string; application?: string; plate?: string | null };

/** Nothing is said of a driver but their number plate. */
function isPlateAlone(typed: TypedDriver): typed is TypedDriver & { name: string } {
  return typed.plate !== undefined && typed.name !== undefined && !typed.phone && !typed.application;
}

/** The plate itself isn't in the record: it is erased when its driver is blocked. */
function noted({ name }: Driver, plate: string | null, { added }: { added: boolean }) {
  return did(
    added && { action: plate ? "noted number plate" : "removed number plate", subject: name, details: "" },
    plate
      ? say`${name}: receivers read on the day that the number plate ends in ${plate}.`
      : say`${name}: receivers see no number plate.`,
  );
}

function plateFrom(typed: string): string | null {
  if (isNone(typed)) return null;
  const plate = plateEnd(typed);
  if (!plate)
    throw new UsageError(
      say`Give only the end of the number plate, such as 23 GP: 2 to 4 letters and digits, at least one of them a digit.`,
    );
  return plate;
}

export const blockDriverCommand = command({
  name: "block driver",
  page: "check first",
  right: "manager",
  also: "lost phone, stolen phone, driver has left",
  summary: "sign a driver's phone out at once, for good",
  more: "Their stops stay: assign them to somebody else. Their number plate is erased. Add the driver again to undo it.",
  examples: ['block driver "Sipho Nkosi"'],
  arguments: { name: driverName },
  async run({ name }, desk) {
    return act(desk, async (tx) => {
      const driver = await meantBy(tx, name);
      const { added } = await blockDriver(tx, driver, desk.now);
      return did(
        added && { action: "blocked driver", subject: driver.name, details: "" },
        say`${driver.name} is blocked${added ? ". Their phone shows nothing any more" : " already"}.`,
      );
    });
  },
});

function notTexted(refusal: string, { officePerson }: Desk): Words[] {
  const how = officePerson
    ? say`In the terminal ${commandNamed("add driver")} shows the link:`
    : say`Give them the link yourself:`;
  return [say`No text was sent: ${refusal}. ${how}`];
}

type Meant = { ok: true; name: string; phone: string; applicationNo: string | null } | { ok: false; why: Words[] };

async function whoIsMeant(tx: Reader, typed: TypedDriver): Promise<Meant> {
  let { name, phone } = typed;
  let applicationNo: string | null = null;
  if (typed.application !== undefined) {
    applicationNo = typed.application;
    const application = await applicationByReference(tx, applicationNo);
    if (application?.decision !== "accepted") {
      return { ok: false, why: [say`${number(applicationNo)} isn't an accepted application.`] };
    }
    name ??= `${application.from_name} ${application.from_surname}`;
    phone ??= application.cell;
  }
  if (!name)
    throw new UsageError(say`Who? Give a name, such as Sipho Nkosi, and ${field("phone")}, such as 0831234567.`);
  const known = phone === undefined ? await driverCalled(tx, name) : null;
  const normal = known?.phone ?? normalisePhone(phone ?? "");
  if (!normal)
    throw new UsageError(
      phone ? say`"${phone}" isn't a phone number.` : say`Which phone? Use ${field("phone")}, such as 0831234567.`,
    );
  return { ok: true, name, phone: normal, applicationNo };
}

/** The driver with this name. */
export async function meantBy(store: Reader, name: string): Promise<Driver> {
  const driver = await driverCalled(store, name);
  if (driver) return driver;
  const names = (await activeDrivers(store)).map((each) => each.name);
  throw new UsageError(
    say`There is no driver "${name}".${didYouMean(name, names)} ${listNamed("drivers")} lists them.`,
  );
}
