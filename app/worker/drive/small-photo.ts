/** As the site stores it. Pixels, the longer side. */
const LONGEST_SIDE = 1280;
const QUALITY = 0.7;

/** Shrinks a form's photo to the site's size: the camera's would cost the driver twenty times the data. */
export async function withSmallPhoto(form: FormData): Promise<FormData> {
  const photo = form.get("photo");
  if (!(photo instanceof File) || photo.size === 0) return form;
  try {
    const whole = await createImageBitmap(photo);
    const scale = Math.min(1, LONGEST_SIDE / Math.max(whole.width, whole.height));
    const canvas = new OffscreenCanvas(Math.ceil(whole.width * scale), Math.ceil(whole.height * scale));
    canvas.getContext("2d")?.drawImage(whole, 0, 0, canvas.width, canvas.height);
    const small = await canvas.convertToBlob({ type: "image/jpeg", quality: QUALITY });
    if (small.size < photo.size) form.set("photo", small, "photo.jpg");
  } catch {
    // Not a photo, or the browser can't shrink it: the site will check it.
  }
  return form;
}
