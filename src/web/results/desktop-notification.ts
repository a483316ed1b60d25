import { readLocalOption, writeLocalOption } from '#web/ui/local-options.ts'

/** `refused`: by the browser, for this site or for connections without TLS */
export type DesktopNotifications = 'unsupported' | 'refused' | 'off' | 'on'

const optionName = 'desktopNotifications'
const listeners = new Set<() => void>()

export function desktopNotifications(): DesktopNotifications {
  if (typeof Notification === 'undefined') return 'unsupported'
  if (Notification.permission === 'denied') return 'refused'
  if (Notification.permission === 'default') return 'off'
  return readLocalOption(optionName) === 'off' ? 'off' : 'on'
}

/** True until the user has chosen; after that, notifications are not offered again. */
export function mayOfferNotifications(): boolean {
  return readLocalOption(optionName) === null && desktopNotifications() === 'off'
}

/** Switches the user's choice. The browser asks for permission, so call it only from a user action. */
export async function switchDesktopNotifications(isOn: boolean): Promise<DesktopNotifications> {
  if (isOn && desktopNotifications() !== 'unsupported') await Notification.requestPermission()
  writeLocalOption(optionName, isOn ? 'on' : 'off')
  for (const listener of listeners) listener()
  return desktopNotifications()
}

/** Returns a function that removes the listener. */
export function onDesktopNotifications(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Announces the end of a run to a user who is looking elsewhere (docs/reference/screens.md#execution-states). */
export function notifyDesktop(text: string): void {
  if (desktopNotifications() !== 'on') return
  if (!document.hidden && document.hasFocus()) return
  const notification = new Notification(text, { tag: 'sextant-query' })
  notification.addEventListener('click', () => {
    window.focus()
    notification.close()
  })
}
