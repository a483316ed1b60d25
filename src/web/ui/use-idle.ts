import { useEffect, useState } from 'react'

/** Draws after this time although the page is still busy. */
const patienceMs = 2000

/** False until the browser is idle: for parts that a page does not need while it opens. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return isIdle
}

/** Returns a function that cancels. Safari has no idle callbacks. */
function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, 200)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(work, { timeout: patienceMs })
  return () => cancelIdleCallback(request)
}
