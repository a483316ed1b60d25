import { Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { NewDashboardProvider } from '#web/dashboards/list/new-dashboard.tsx'
import { usePageViews } from '#web/events/use-page-views.ts'
import { HelpHost } from '#web/help/help-host.tsx'
import { lazy } from '#web/ui/lazy.tsx'
import { Opening } from '#web/ui/opening.tsx'
import { UnreachablePage } from '../ui/error-page.tsx'
import { useIsPageAwaited } from '../ui/page-waits.ts'
import { useInAppLinks } from '../ui/use-in-app-links.ts'
import { MobileHeader } from './mobile-header.tsx'
import { Navbar } from './navbar.tsx'
import classes from './shell.module.css'
import { useFocusOnNavigation } from './use-focus-on-navigation.ts'
import { useShellKeys } from './use-shell-keys.ts'

const CommandPalette = lazy(() => import('./command-palette.tsx'))
const ShortcutsModal = lazy(() => import('./shortcuts-modal.tsx'))

/** Navbar, skip link, the page, command palette and list of shortcuts. */
export function Shell() {
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
  useEffect(() => {
    // only needed after the first save; a file that cannot be fetched is reported when it is needed
    import('#web/ui/kept-focus.ts').then(({ keepFocus }) => keepFocus()).catch(() => undefined)
  }, [])

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
