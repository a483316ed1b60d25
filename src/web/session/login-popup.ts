import { restoreWindowName } from './session-channel.ts'

const popupSize = 640

/** After the login, the popup loads `/`, where main.tsx posts the message. False: the browser has blocked it. */
export function openLogin(path = '/login?next=%2F'): boolean {
  const left = Math.round(window.screenX + (window.outerWidth - popupSize) / 2)
  const top = Math.round(window.screenY + (window.outerHeight - popupSize) / 2)
  const features = `width=${popupSize},height=${popupSize},left=${left},top=${top}`
  return window.open(path, restoreWindowName, features) !== null
}
