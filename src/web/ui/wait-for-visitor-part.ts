import type { Patience } from '#web/ui/lazy.tsx'
import { isGone } from './missing-file.ts'

/**
 * For visitors' pages, where typed text cannot be lost: after an upgrade they reload once; while the server is down,
 * the page stays as it is.
 */
export const waitForVisitorPart: Patience = async (failure, attempt) => {
  if (!(await isGone(failure, attempt))) return undefined
  const [navigation] = performance.getEntriesByType('navigation')
  const isRead = navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload'
  if (!isRead) window.location.reload()
  return await new Promise<never>(() => {})
}
