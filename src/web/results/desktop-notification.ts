/** Asks for the permission to notify, once; only to be called from an action of the user. */
export function askToNotify(): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'default') return
  void Notification.requestPermission()
}

/** Tells the end of a run to a user who is looking elsewhere (part 1 section 4). */
export function notifyDesktop(text: string): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return
  if (!document.hidden && document.hasFocus()) return
  const notification = new Notification(text, { tag: 'sextant-query' })
  notification.addEventListener('click', () => {
    window.focus()
    notification.close()
  })
}
