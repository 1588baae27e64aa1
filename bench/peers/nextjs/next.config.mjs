/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  // Its lock file isn't the only one above it.
  turbopack: { root: import.meta.dirname },
};
