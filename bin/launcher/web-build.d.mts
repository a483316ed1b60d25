/** Builds the web into dist/web unless what is there was made from the same sources. Throws with vite's output. */
export function ensureWeb(): void
