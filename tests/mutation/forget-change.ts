/** Before each test file, in a thread that stays: what a file does while it is loaded sees no change of the run before. */
const shared = globalThis as { __stryker__?: { activeMutant?: string } };
if (shared.__stryker__) shared.__stryker__.activeMutant = undefined;
