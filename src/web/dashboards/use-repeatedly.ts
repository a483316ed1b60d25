import { useEffect, useRef } from 'react'

/** Milliseconds: browsers take longer waits for none at all, and would act without a pause. */
const maxWait = 2_147_483_647

/**
 * Acts again and again; null: never. A page that nobody sees does nothing, and catches up when it is seen again.
 *
 * @param interval seconds
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
