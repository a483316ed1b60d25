import { getSession } from '#shared/session/session-api.ts'
import { call } from '#web/api/call.ts'

/** Name of the login popup, and the message it posts to the page that opened it. */
export const restoreWindowName = 'Restore Session'
export const restoredMessage = 'session-restored'

/**
 * In the login popup, once somebody is signed in: tells the opener and closes. Answers true when the page is that
 * popup and needs no screen of its own.
 */
export async function reportRestoredSession(): Promise<boolean> {
  if (window.name !== restoreWindowName || window.opener === null) return false
  try {
    await call(getSession)
  } catch {
    return false
  }
  const opener = window.opener as Window
  opener.postMessage(restoredMessage, window.location.origin)
  window.close()
  return true
}
