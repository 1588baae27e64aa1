/**
 * What this process writes from now on can be read by its own user alone: the database and the emails hold names,
 * addresses and phones. Files and folders that are there already stay as they are. (systemd says the same with `UMask=`.)
 */
export function writePrivately(): void {
  process.umask(0o077);
}
