import { type ReactNode, useDeferredValue } from 'react'

/**
 * Draws its children for the first time in slices, a moment later: what is large would hold back input and paint while
 * it is drawn in one task, which happens whenever it was an answer of the server that it waited for.
 */
export function InSlices({ children, before }: { children: ReactNode; before: ReactNode }) {
  const isTime = useDeferredValue(true, false)
  return isTime ? children : before
}
