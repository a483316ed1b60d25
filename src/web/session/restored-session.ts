import { getSession } from '#shared/session/session-api.ts'
import { call } from '#web/api/call.ts'
import { announceSession, onSessionAnnounced, restoreWindowName } from './session-channel.ts'

const popupSize = 640

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

/** After the login, the popup loads `/`, where main.tsx posts the message. False: the browser has blocked it. */
export function openLogin(path = '/login?next=%2F'): boolean {
  const left = Math.round(window.screenX + (window.outerWidth - popupSize) / 2)
  const top = Math.round(window.screenY + (window.outerHeight - popupSize) / 2)
  const features = `width=${popupSize},height=${popupSize},left=${left},top=${top}`
  return window.open(path, restoreWindowName, features) !== null
}
