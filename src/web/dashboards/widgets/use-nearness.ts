import { type RefObject, useEffect } from 'react'
import type { DashboardResults } from './use-dashboard-results.ts'

/** Tells the store that this widget is on the page, and how far it is from what is seen of the page. */
export function useNearness(
  results: DashboardResults,
  widgetId: number,
  element: RefObject<HTMLElement | null>,
): void {
  useEffect(
    () => results.show(widgetId, () => distanceToViewport(element.current)),
    [results, widgetId, element],
  )
}

function distanceToViewport(element: HTMLElement | null): number {
  if (element === null) return Infinity
  const { top, bottom } = element.getBoundingClientRect()
  return Math.max(0, top - window.innerHeight, -bottom)
}
