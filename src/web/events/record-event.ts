import { readCookie } from '#web/api/call.ts'

/** See docs/reference/screens.md#constants-of-the-interface. */
const gatherMilliseconds = 1000
/** the maximum per call */
const maxAtOnce = 100

const waiting: object[] = []
let timer: ReturnType<typeof setTimeout> | undefined

/** Sends an action to the audit log, a moment later. Callers do not wait, and failures are ignored. */
export function recordEvent(action: string, object_type: string, object_id: string): void {
  waiting.push({ action, object_type, object_id, timestamp: Date.now() / 1000 })
  clearTimeout(timer)
  timer = setTimeout(send, gatherMilliseconds)
}

function send(): void {
  clearTimeout(timer)
  const told = waiting.splice(0).slice(-maxAtOnce)
  if (told.length === 0) return
  // reading it forces a layout, so it is not read while the page opens
  const screen_resolution = `${screen.width}x${screen.height}`
  const body = JSON.stringify(told.map((event) => ({ ...event, screen_resolution })))
  fetch('/api/events', {
    method: 'POST',
    // the request outlives the page
    keepalive: true,
    headers: { 'content-type': 'application/json', 'X-CSRF-TOKEN': readCookie('csrf_token') },
    body,
  })
    // an unread reply keeps its connection busy
    .then((reply) => reply.text())
    .catch(() => {})
}

addEventListener('pagehide', send)
