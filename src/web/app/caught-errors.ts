import { ApiError } from '#web/api/api-error.ts'
import { isMissingFile } from '../ui/missing-file.ts'

/** Refusals, and no answer at all. */
const harmless: ReadonlySet<number> = new Set([0, 403, 404])

/**
 * What React tells of errors that a page's own error page has caught. A refusal or a lost connection is no fault of the
 * program, and stands on the page in words; what is a fault goes to the console, for whoever looks into it.
 */
export function logCaughtError(error: unknown): void {
  if (error instanceof ApiError && harmless.has(error.status)) return
  if (isMissingFile(error)) return
  // biome-ignore lint/suspicious/noConsole: as React would
  console.error(error)
}
