/** Name of the login popup, which lands on the page like any other window. */
export const restoreWindowName = 'Restore Session'

/** Between the windows of one browser: who is signed in, by id. */
const channelName = 'sextant-session'

/** Tells the other windows; those that wait for a session go on, those of somebody else stop. */
export function announceSession(userId: number): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(userId)
  channel.close()
}

/** Answers how to stop listening. */
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
