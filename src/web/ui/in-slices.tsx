import { type ReactNode, useDeferredValue } from 'react'

/**
 * Draws its children for the first time in slices, a moment later. React draws a large tree in one task if it waited
 * for an answer of the server; that would delay input and paint.
 */
export function InSlices({ children, before }: { children: ReactNode; before: ReactNode }) {
  const isTime = useDeferredValue(true, false)
  return isTime ? children : before
}
