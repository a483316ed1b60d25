import { useEffect, useState } from 'react'

/** By then it is drawn although the page is still busy. */
const patienceMs = 2000

/** False until the browser has nothing else to do: for what a page can do without while it opens. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return isIdle
}

/** Answers how to give it up. Safari has no idle callbacks. */
function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, 200)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(work, { timeout: patienceMs })
  return () => cancelIdleCallback(request)
}
