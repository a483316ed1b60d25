const waiting = new Set<() => void>()
let isScheduled = false

/**
 * Draws when those that came before are drawn, each in a task of its own: between the pictures of a dashboard the page
 * can be touched and painted. Answers how to give it up.
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
    // first: one that fails must not keep the others from being drawn
    schedule()
    next()
  })
}
