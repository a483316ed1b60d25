import { t } from '#shared/messages/translate.ts'
import { ApiError } from '#web/api/api-error.ts'
import { isMissingFile } from '../ui/missing-file.ts'

const hint = t(
  'A script was answered with a page of HTML. A proxy in front of Sextant may send one for files that it does not find, or the build of the web is incomplete.',
)

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

/**
 * The browser logs uncaught errors, and the error page handles errors while drawing. Errors in handlers and promises
 * leave the page as it is. One error needs a hint: HTML in place of a script.
 */
export function watchUncaughtErrors(): void {
  window.addEventListener('error', ({ message }) => {
    // biome-ignore lint/suspicious/noConsole: a hint for the person who debugs this in the console
    if (isHtmlForScript(message)) console.warn(hint)
  })
}

/** Browsers' messages for a script that begins with `<`. */
export function isHtmlForScript(message: string): boolean {
  return /Unexpected token '?<|expected expression, got '<'/.test(message)
}
