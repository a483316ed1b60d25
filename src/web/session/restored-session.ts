import { getSession } from '#shared/session/session-api.ts'
import { call } from '#web/api/call.ts'
import { announceSession, onSessionAnnounced } from './session-channel.ts'

/** The message from the login popup to the page that opened it. */
const restoredMessage = 'session-restored'

/** In the login popup: after the login, notifies the opener and closes. False while there is no session. */
export async function reportRestoredSession(): Promise<boolean> {
  try {
    announceSession((await call(getSession)).user.id)
  } catch {
    return false
  }
  const opener: Window | null = window.opener
  opener?.postMessage(restoredMessage, window.location.origin)
  window.close()
  return true
}

/**
 * Calls `look` whenever there may be a session again: the popup or another window announces it, or the user returns to
 * this window. Returns a function that stops this.
 */
export function onSessionMayBeBack(look: () => void): () => void {
  const listen = (event: MessageEvent) => {
    if (event.origin === window.location.origin && event.data === restoredMessage) look()
  }
  const comeBack = () => {
    if (!document.hidden) look()
  }
  const leave = onSessionAnnounced(look)
  window.addEventListener('message', listen)
  window.addEventListener('focus', comeBack)
  document.addEventListener('visibilitychange', comeBack)
  return () => {
    leave()
    window.removeEventListener('message', listen)
    window.removeEventListener('focus', comeBack)
    document.removeEventListener('visibilitychange', comeBack)
  }
}
