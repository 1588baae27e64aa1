/** Re-encodes one photo in a process of its own: from stdin to stdout. Ends with `EXIT_DAMAGED` if it can't. */
import { buffer } from "node:stream/consumers";
import { EXIT_DAMAGED, remakePhoto } from "../../app/domain/drivers/photo.server";

const photo = await remakePhoto(await buffer(process.stdin));
// The library's threads would keep the process alive.
if (photo.ok) process.stdout.write(photo.jpeg, () => process.exit(0));
else process.exit(EXIT_DAMAGED);
