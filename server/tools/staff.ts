/** `npm run staff -- …`: staff commands, which work while the site is running. */
import { main } from "../../app/staff/main.server";
import { writePrivately } from "../private-files";

/** For tests, which run many commands in one process. */
export { main };

writePrivately();
process.exitCode = await main(process.argv.slice(2), process.env, process.env.INIT_CWD ?? process.cwd());
