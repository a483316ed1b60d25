import { ApiError } from '#web/api/api-error.ts'
import { isMissingFile } from '../ui/missing-file.ts'

/** Refusals, and no answer at all. */
const harmless: ReadonlySet<number> = new Set([0, 403, 404])

/**
 * Handles errors that a page's error page has caught. A refusal or a lost connection is not a bug, and the page
 * explains it; real bugs are also logged to the console.
 */
export function logCaughtError(error: unknown): void {
  if (error instanceof ApiError && harmless.has(error.status)) return
  if (isMissingFile(error)) return
  // biome-ignore lint/suspicious/noConsole: as React would
  console.error(error)
}
