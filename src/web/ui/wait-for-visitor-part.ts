import type { Patience } from '#web/ui/lazy.tsx'
import { isGone } from './missing-file.ts'

/**
 * For pages that visitors see, on which nothing is typed that would be lost: after an upgrade they are read anew, once;
 * while the server is away what is there stays.
 */
export const waitForVisitorPart: Patience = async (failure, attempt) => {
  if (!(await isGone(failure, attempt))) return undefined
  const [navigation] = performance.getEntriesByType('navigation')
  const isRead = navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload'
  if (!isRead) window.location.reload()
  return await new Promise<never>(() => {})
}
