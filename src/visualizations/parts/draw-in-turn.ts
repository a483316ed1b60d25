import { useEffect, useState } from 'react'

const waiting = new Set<() => void>()

let isScheduled = false

/**
 * Queues a drawing: each runs in its own task, first come, first served, so that the page stays responsive between the
 * visualizations of a dashboard. Returns a function that cancels it.
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

// not in draw-in-turn.ts, a chunk that dashboards and charts share: importing React there costs each of them bytes

/**
 * Returns true once a ready component may draw. Components that become ready together, such as the visualizations of a
 * dashboard, draw one per task. The result never goes back to false.
 */
export function useTurn(isReady: boolean): boolean {
  const [isTurn, setIsTurn] = useState(false)
  useEffect(() => {
    if (!isReady || isTurn) return
    return drawInTurn(() => setIsTurn(true))
  }, [isReady, isTurn])
  return isTurn
}
