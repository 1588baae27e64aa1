import { deliveredByProgram } from "#app/domain/bookings/simulate-mark.server";
import { markInWords, marksOf, proofInWords } from "#app/domain/drivers/driver-marks.server";
import { reportedOf, reportInWords } from "#app/domain/drivers/reported-marks.server";
import { photosOf, reportedPhotosOf } from "#app/domain/parcels/delivery-proof.server";
import { historyOf, piecesOf } from "#app/domain/parcels/issue-waybill.server";
import { saClock } from "#app/domain/values/sa-time";
import { listNamed, number, say } from "#app/language/say";
import { officePaths } from "#app/paths";
import { list, type Row, refused } from "../answer";
import { command } from "../command";

export const proof = command({
  name: "proof",
  page: {
    button: "Open the photo",
    at: ({ waybill, photo }: { waybill: string; photo: boolean }) => (photo ? null : officePaths.one(waybill)),
  },
  right: "clerk",
  also: "photo, signature, who took it, PIN, was it delivered",
  possible: "never",
  summary: "what proves that a parcel was delivered",
  more: say`A mark without a driver was made in the office, without a PIN. Photos are kept for 90 days. It also
    shows a driver's mark that the site has set aside (${listNamed("reported_marks")}), with its photo.`,
  examples: ["proof TH4821093753", "proof TH4821093753 --photo --to gate.jpg"],
  arguments: { waybill: { kind: "waybill" } },
  options: { photo: { kind: "flag", label: "the photo itself, as a JPEG file" } },
  async run({ waybill: waybillNo, photo: isPhoto }, { store: { read } }) {
    const photos = await photosOf(read, waybillNo);
    const reportedPhotos = await reportedPhotosOf(read, waybillNo);
    if (isPhoto) {
      const [photo] = [...reportedPhotos, ...photos];
      return photo
        ? { kind: "paper", bytes: photo, output: "1 photo.", why: [] }
        : refused(say`${number(waybillNo)} has no photo.`);
    }
    const { of } = await piecesOf(read, waybillNo);
    const byDrivers = (await marksOf(read, waybillNo)).filter(({ kind }) => kind === "delivered");
    const rows: Row[] = byDrivers.map((mark) => ({
      delivered_at: saClock(mark.filledInAt),
      who: `${mark.driver}, driver`,
      what: markInWords(mark, of),
      proof: proofInWords(mark),
      photos: mark.photoMissing ? "a photo was taken and isn't here" : photos.length,
    }));
    const delivered = (await historyOf(read, waybillNo)).filter(({ kind }) => kind === "delivered");
    const isDrivers = (pieces: number | null) => byDrivers.some((mark) => mark.pieces === (pieces ?? of));
    const byOffice = delivered.filter(({ pieces }) => !isDrivers(pieces));
    const byProgram = await deliveredByProgram(read, waybillNo);
    rows.push(
      ...byOffice.map(({ happenedAt, pieces }) => ({
        delivered_at: saClock(happenedAt),
        ...(byProgram.has(happenedAt.getTime())
          ? { who: "a program", proof: "moved by the shop's program, as a test" }
          : { who: "office", proof: "marked in the office: no PIN was asked for" }),
        what: `Delivered${of > 1 ? `, ${pieces ?? of} of ${of} pieces` : ""}`,
        photos: photos.length,
      })),
    );
    for (const mark of await reportedOf(read, waybillNo))
      rows.push({
        delivered_at: null,
        who: `${mark.driver.name}, driver`,
        what: reportInWords(mark, of),
        proof: `reported, set aside: ${mark.why}`,
        photos: mark.photoMissing ? "a photo was taken and isn't here" : reportedPhotos.length,
      });
    return list(rows, say`${number(waybillNo)} has not been delivered.`, [
      "delivered_at",
      "who",
      "what",
      "proof",
      "photos",
    ]);
  },
});
