import { lazyRouteComponent } from '@tanstack/react-router'
import { loadPatiently } from '#web/ui/lazy.tsx'
import { waitForPage } from './missing-parts.tsx'

/**
 * The router's own lazy pages, which load the document anew, once, when the file of a page has gone with an upgrade; but
 * a page that cannot be fetched because the server is away waits for it.
 */
export const lazyPage: typeof lazyRouteComponent = (importer, name) =>
  lazyRouteComponent(() => loadPatiently(importer, waitForPage), name)
