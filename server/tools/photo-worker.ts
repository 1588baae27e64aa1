/** Re-encodes one photo in a thread of its own. `workerData` is the uploaded file. */
import { parentPort, workerData } from "node:worker_threads";
import { remakePhoto } from "../../app/domain/rounds/photo.server";

parentPort?.postMessage(await remakePhoto(workerData));
