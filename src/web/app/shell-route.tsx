import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  notFound,
  Outlet,
  useRouterState,
} from '@tanstack/react-router'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import type { Permission } from '#shared/permissions/permission.ts'
import { ApiError } from '#web/api/api-error.ts'
import { NewDashboardProvider } from '#web/dashboards/list/new-dashboard.tsx'
import { usePageViews } from '#web/events/use-page-views.ts'
import { HelpHost } from '#web/help/help-host.tsx'
import { InSlices } from '#web/ui/in-slices.tsx'
import { keepFocus } from '#web/ui/kept-focus.ts'
import { lazy } from '#web/ui/lazy.tsx'
import { Opening } from '#web/ui/opening.tsx'
import { PageSkeleton } from '#web/ui/skeletons.tsx'
import { sessionQuery } from '../session/session-query.ts'
import { holds, useSession } from '../session/use-session.ts'
import { UnreachablePage } from '../ui/error-page.tsx'
import { readLocalOption } from '../ui/local-options.ts'
import { Page } from '../ui/page.tsx'
import { useIsPageAwaited } from '../ui/page-waits.ts'
import { useInAppLinks } from '../ui/use-in-app-links.ts'
import header from './mobile-header.module.css'
import { MobileHeader } from './mobile-header.tsx'
import navbar from './navbar.module.css'
import { Navbar } from './navbar.tsx'
import classes from './shell.module.css'

export interface RouterContext {
  queryClient: QueryClient
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({ component: Outlet })

/** Everything that requires a session is inside the shell. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: SlicedShell,
  pendingComponent: ShellSkeleton,
  pendingMs: 0,
  beforeLoad: async ({ context }) => {
    await context.queryClient.ensureQueryData(sessionQuery)
  },
})

const SecondFactorNeeded = lazy(() => import('#web/second-factor/second-factor-needed.tsx'))

function SlicedShell() {
  const { needs_second_factor } = useSession()
  if (needs_second_factor) return <SecondFactorNeeded />
  return (
    <InSlices before={<ShellSkeleton />}>
      <Shell />
    </InSlices>
  )
}

/** Refuses a screen to users without the permission; the error page explains. */
export function demand(permission: Permission) {
  return async ({ context }: { context: RouterContext }) => {
    const { user } = await context.queryClient.ensureQueryData(sessionQuery)
    if (holds(user, permission)) return
    throw new ApiError(
      403,
      'auth.forbidden',
      t('This page needs the permission {permission}.', { permission }),
      null,
    )
  }
}

/** Ids in addresses are numbers; any other value is a page that does not exist. */
export function idParam<Name extends string>(name: Name) {
  return {
    parse: (raw: Record<Name, string>): Record<Name, number> => {
      if (!/^[1-9]\d{0,9}$/.test(raw[name])) throw notFound()
      return { [name]: Number(raw[name]) } as Record<Name, number>
    },
    stringify: (params: Record<Name, number>): Record<Name, string> => {
      return { [name]: String(params[name]) } as Record<Name, string>
    },
  }
}

/** The outline of the shell while the session loads, so that nothing shifts later. */
function ShellSkeleton() {
  return (
    <div className={classes.shell}>
      <div className={header.header} />
      <div className={navbar.navbar} data-folded={readLocalOption('navbar') === 'folded' || undefined} />
      <main className={classes.main}>
        <Page>
          <PageSkeleton />
        </Page>
      </main>
    </div>
  )
}

/** Pages set their title in an effect, some after loading; the announcement waits this long (ms). */
const titleDelay = 400

const CommandPalette = lazy(() => import('./command-palette.tsx'))

const ShortcutsModal = lazy(() => import('./shortcuts-modal.tsx'))

/** Navbar, skip link, the page, command palette and list of shortcuts. */
function Shell() {
  const [palette, setPalette] = useState<'unused' | 'open' | 'closed'>('unused')
  const [shortcuts, setShortcuts] = useState<'unused' | 'open' | 'closed'>('unused')
  const main = useRef<HTMLElement>(null)
  const openPalette = () => setPalette('open')
  const openShortcuts = () => setShortcuts('open')
  const announcement = useFocusOnNavigation(main)
  const isUnreachable = useIsUnreachable()
  usePageViews()
  useShellKeys({ openPalette, openShortcuts })
  useInAppLinks()
  // before any dialog opens: one that closes gives the focus back only if it was seen to take it
  useEffect(keepFocus, [])

  return (
    <NewDashboardProvider>
      <div className={classes.shell}>
        {/* a button: an anchor would leave #main in the address, where query pages keep the visualization */}
        <button type="button" className={classes.skip} onClick={() => main.current?.focus()}>
          {t('Skip to the content')}
        </button>
        <MobileHeader onSearch={openPalette} />
        <Navbar onSearch={openPalette} />
        <main id="main" ref={main} tabIndex={-1} className={classes.main}>
          {isUnreachable ? <UnreachablePage /> : <Outlet />}
        </main>
        <div className="sx-visually-hidden" aria-live="polite">
          {announcement}
        </div>
        <Opening>
          {palette !== 'unused' && (
            <CommandPalette
              opened={palette === 'open'}
              onClose={() => setPalette('closed')}
              onShortcuts={openShortcuts}
            />
          )}
          {shortcuts !== 'unused' && (
            <ShortcutsModal opened={shortcuts === 'open'} onClose={() => setShortcuts('closed')} />
          )}
        </Opening>
        <HelpHost />
      </div>
    </NewDashboardProvider>
  )
}

/** True while the file of the next page cannot be fetched. The page opens by itself when the server answers again. */
function useIsUnreachable(): boolean {
  const isGoing = useRouterState({
    select: ({ isLoading, location, resolvedLocation }) =>
      isLoading && location.pathname !== resolvedLocation?.pathname,
  })
  return useIsPageAwaited() && isGoing
}

/**
 * After a change of page the focus goes to the main region, unless the page has already taken it (an editor, a dialog,
 * a field with autofocus). Returns the text for the live region: the title of the new page.
 */
function useFocusOnNavigation(main: RefObject<HTMLElement | null>): string {
  // the shown page: until it changes, the focused element (such as a closing dialog) belongs to the previous page
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const before = useRef(pathname)
  const [announcement, setAnnouncement] = useState('')

  useEffect(() => {
    const left = before.current
    before.current = pathname
    if (!left || left === pathname) return
    const isTaken = document.activeElement?.closest('main, [role="dialog"]')
    if (!isTaken) main.current?.focus({ preventScroll: true })
    const timer = setTimeout(() => setAnnouncement(document.title), titleDelay)
    return () => clearTimeout(timer)
  }, [pathname, main])

  return announcement
}

interface ShellKeys {
  openPalette: () => void
  openShortcuts: () => void
}

/**
 * mod+k opens the command palette from anywhere, even the editor; `?` the list of shortcuts, unless the user is typing.
 */
function useShellKeys(keys: ShellKeys): void {
  const latest = useRef(keys)
  latest.current = keys

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const mod = event.metaKey || event.ctrlKey
      if (mod && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        event.stopPropagation()
        latest.current.openPalette()
      } else if (event.key === '?' && !mod && !event.altKey && !isTyping(event.target)) {
        event.preventDefault()
        latest.current.openShortcuts()
      }
    }
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [])
}

/** True for elements in which a printable key writes. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.closest('input, textarea, select, [role="combobox"]') !== null
}
