/** Builds the server into dist/server unless it is there, made from the same sources. Answers the file to start. */
export function ensureServer(): string
