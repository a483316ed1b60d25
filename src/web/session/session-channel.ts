/** Name of the login popup, which loads the page like any other window. */
export const restoreWindowName = 'Restore Session'

/** Connects the windows of one browser; messages contain the id of the logged-in user. */
const channelName = 'sextant-session'

/** Notifies the other windows: those waiting for a session continue, those of another user stop. */
export function announceSession(userId: number): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(userId)
  channel.close()
}

/** Returns a function that removes the listener. */
export function onSessionAnnounced(listener: (userId: number) => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'number') listener(data)
  })
  return () => channel.close()
}

/** True in the login popup of a page that is still open. */
export function isLoginPopup(): boolean {
  return window.name === restoreWindowName && window.opener !== null
}
