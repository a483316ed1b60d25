import { lazyRouteComponent } from '@tanstack/react-router'
import { loadPatiently } from '#web/ui/lazy.tsx'
import { waitForPage } from './missing-parts.tsx'

/**
 * The router's lazy pages: they reload the document once if an upgrade has removed the file of a page. While the server
 * is down, a page waits instead.
 */
export const lazyPage: typeof lazyRouteComponent = (importer, name) =>
  lazyRouteComponent(() => loadPatiently(importer, waitForPage), name)
