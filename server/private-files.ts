/**
 * Makes every new file of this process readable by its own user only: the database and the emails contain names,
 * addresses and phones. Existing files and folders stay as they are. (systemd's `UMask=` does the same.)
 */
export function writePrivately(): void {
  process.umask(0o077);
}
