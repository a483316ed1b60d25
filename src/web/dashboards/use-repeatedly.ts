import { useEffect, useRef } from 'react'

/** Milliseconds: browsers treat longer timeouts as zero and would fire without a pause. */
const maxWait = 2_147_483_647

/**
 * Calls `act` periodically. A hidden page skips calls, and catches up when it becomes visible.
 *
 * @param interval seconds; null: never
 */
export function useRepeatedly(interval: number | null, act: () => void): void {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    if (interval === null) return
    let isDue = false
    const tick = () => {
      isDue = document.hidden
      if (!isDue) latest.current()
    }
    const onSeen = () => {
      if (isDue) tick()
    }
    const timer = setInterval(tick, Math.min(interval * 1000, maxWait))
    document.addEventListener('visibilitychange', onSeen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onSeen)
    }
  }, [interval])
}
