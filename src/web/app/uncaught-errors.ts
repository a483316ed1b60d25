import { t } from '#shared/messages/translate.ts'

/**
 * The browser logs what nobody has caught; an error while drawing is the error page's. What a handler or a promise has
 * thrown leaves the page as it is. Only one error needs a word: a page of HTML in place of a script.
 */
export function watchUncaughtErrors(): void {
  window.addEventListener('error', ({ message }) => {
    // biome-ignore lint/suspicious/noConsole: for whoever looks into the console for the reason
    if (isHtmlForScript(message)) console.warn(hint)
  })
}

const hint = t(
  'A script was answered with a page of HTML. A proxy in front of Sextant may send one for files that it does not find, or the build of the web is incomplete.',
)

/** The words of browsers for a script that begins with `<`. */
export function isHtmlForScript(message: string): boolean {
  return /Unexpected token '?<|expected expression, got '<'/.test(message)
}
