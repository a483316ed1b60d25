import { t } from '#shared/messages/translate.ts'

/**
 * The browser logs uncaught errors, and the error page handles errors while drawing. Errors in handlers and promises
 * leave the page as it is. One error needs a hint: HTML in place of a script.
 */
export function watchUncaughtErrors(): void {
  window.addEventListener('error', ({ message }) => {
    // biome-ignore lint/suspicious/noConsole: a hint for the person who debugs this
    if (isHtmlForScript(message)) console.warn(hint)
  })
}

const hint = t(
  'A script was answered with a page of HTML. A proxy in front of Sextant may send one for files that it does not find, or the build of the web is incomplete.',
)

/** Browsers' messages for a script that begins with `<`. */
export function isHtmlForScript(message: string): boolean {
  return /Unexpected token '?<|expected expression, got '<'/.test(message)
}
