import { readCookie } from '#web/api/call.ts'

/** See docs/reference/screens.md#constants-of-the-interface. */
const gatherMilliseconds = 1000
/** as many as one call may tell */
const maxAtOnce = 100

const waiting: object[] = []
let timer: ReturnType<typeof setTimeout> | undefined

/** Tells the audit log what somebody does, a moment later. Nobody waits for it, and nobody hears when it fails. */
export function recordEvent(action: string, object_type: string, object_id: string): void {
  waiting.push({ action, object_type, object_id, timestamp: Date.now() / 1000 })
  clearTimeout(timer)
  timer = setTimeout(send, gatherMilliseconds)
}

function send(): void {
  clearTimeout(timer)
  const told = waiting.splice(0).slice(-maxAtOnce)
  if (told.length === 0) return
  // asking for it lays the page out, which a page that opens has no time for
  const screen_resolution = `${screen.width}x${screen.height}`
  const body = JSON.stringify(told.map((event) => ({ ...event, screen_resolution })))
  fetch('/api/events', {
    method: 'POST',
    // it goes on when the page is left
    keepalive: true,
    headers: { 'content-type': 'application/json', 'X-CSRF-TOKEN': readCookie('csrf_token') },
    body,
  })
    // a reply that nobody reads keeps its connection busy
    .then((reply) => reply.text())
    .catch(() => {})
}

addEventListener('pagehide', send)
