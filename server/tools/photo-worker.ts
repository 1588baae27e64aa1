/** Makes one photo anew, in a thread of its own: `workerData` is the file as it came. */
import { parentPort, workerData } from "node:worker_threads";
import { remakePhoto } from "../../app/domain/rounds/photo.server";

parentPort?.postMessage(await remakePhoto(workerData));
