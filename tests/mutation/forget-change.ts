/**
 * Runs before each test file in a thread that is reused, so that its loading isn't affected by the previous run's
 * change.
 */
const shared = globalThis as { __stryker__?: { activeMutant?: string } };
if (shared.__stryker__) shared.__stryker__.activeMutant = undefined;
