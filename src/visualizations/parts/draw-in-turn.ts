const waiting = new Set<() => void>()
let isScheduled = false

/**
 * Queues a drawing: each runs in its own task, first come, first served, so that the page stays responsive between the
 * pictures of a dashboard. Returns a function that cancels it.
 */
export function drawInTurn(draw: () => void): () => void {
  waiting.add(draw)
  schedule()
  return () => void waiting.delete(draw)
}

function schedule(): void {
  if (isScheduled || waiting.size === 0) return
  isScheduled = true
  setTimeout(() => {
    isScheduled = false
    const [next] = waiting
    if (next === undefined) return
    waiting.delete(next)
    // before drawing: an error must not stop the queue
    schedule()
    next()
  })
}
