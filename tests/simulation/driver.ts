import { MINUTES, SECONDS } from "#app/durations";
import { anIdNumber, aTypedApplication } from "../domain/drivers/applications/an-application";
import { Person } from "./person";
import type { World } from "./world";

/** An applicant: sends the form, sends it again, also from another page, and sometimes corrects it. */
export async function liveAsDriver(world: World, number: number): Promise<void> {
  const { random, promises, clock } = world;
  for (let life = 0; ; life += 1) {
    await world.pause(20 * MINUTES);
    const driver = new Person(world, number);
    const idNumber = anIdNumber((number * 97 + life) % 4000);
    const answers = aTypedApplication({ id_number: idNumber, from_name: driver.name, from_email: driver.email });
    const ticket = await ticketOf(driver);
    if (!ticket) continue;
    await world.pause(60 * SECONDS);
    const another = random.chance(0.5) ? await ticketOf(driver) : null;
    if (another) await world.pause(60 * SECONDS);
    const wallMs = clock.wall();
    const sending = driver.post("/join", { ...answers, ...ticket });
    // From the second tab too: while the first is still under way, or later.
    if (another && random.chance(0.3)) await world.pause(60 * SECONDS);
    const again = another && (await driver.post("/join", { ...answers, ...another }));
    const sent = await sending;
    if (sent?.status !== 303) continue;
    promises.applications.set(idNumber.replaceAll(" ", ""), { reference: referenceIn(sent.location), wallMs });
    if (again?.status === 303 && referenceIn(again.location) !== referenceIn(sent.location))
      world.fail(`one application has two numbers: ${sent.location} and ${again.location}`);
    // Which of two tabs the application came from, they don't know.
    if (!another && random.chance(0.6)) await driver.post("/join", { ...answers, residence: "Vosloorus", ...ticket });
  }
}

async function ticketOf(driver: Person) {
  const page = await driver.get("/join");
  return page?.status === 200 ? { ticket: String(page.data.ticket ?? "") } : null;
}

const referenceIn = (location: string) => /sent=([^.&]+)/.exec(location)?.[1] ?? "";
