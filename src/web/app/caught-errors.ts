import { ApiError } from '#web/api/api-error.ts'

/**
 * What React tells of errors that a page's own error page has caught. A refusal is no fault of the program, and stands on
 * the page in words; what is a fault goes to the console, for whoever looks into it.
 */
export function logCaughtError(error: unknown): void {
  if (error instanceof ApiError && (error.status === 403 || error.status === 404)) return
  // biome-ignore lint/suspicious/noConsole: as React would
  console.error(error)
}
