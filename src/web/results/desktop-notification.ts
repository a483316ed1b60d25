import { readLocalOption, writeLocalOption } from '#web/ui/local-options.ts'

/** `refused`: by the browser, for this site or on connections without TLS */
export type DesktopNotifications = 'unsupported' | 'refused' | 'off' | 'on'

const optionName = 'desktopNotifications'
const listeners = new Set<() => void>()

export function desktopNotifications(): DesktopNotifications {
  if (typeof Notification === 'undefined') return 'unsupported'
  if (Notification.permission === 'denied') return 'refused'
  if (Notification.permission === 'default') return 'off'
  return readLocalOption(optionName) === 'off' ? 'off' : 'on'
}

/** True until the reader has chosen: then nobody offers them any more. */
export function mayOfferNotifications(): boolean {
  return readLocalOption(optionName) === null && desktopNotifications() === 'off'
}

/** Switched by the reader; the browser asks for its permission, so only to be called from an action. */
export async function switchDesktopNotifications(isOn: boolean): Promise<DesktopNotifications> {
  if (isOn && desktopNotifications() !== 'unsupported') await Notification.requestPermission()
  writeLocalOption(optionName, isOn ? 'on' : 'off')
  for (const listener of listeners) listener()
  return desktopNotifications()
}

/** Answers how to stop listening. */
export function onDesktopNotifications(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tells the end of a run to a user who is looking elsewhere (docs/reference/screens.md#execution-states). */
export function notifyDesktop(text: string): void {
  if (desktopNotifications() !== 'on') return
  if (!document.hidden && document.hasFocus()) return
  const notification = new Notification(text, { tag: 'sextant-query' })
  notification.addEventListener('click', () => {
    window.focus()
    notification.close()
  })
}
