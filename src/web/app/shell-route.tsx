import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, notFound, Outlet } from '@tanstack/react-router'
import { t } from '#shared/messages/translate.ts'
import type { Permission } from '#shared/permissions/permission.ts'
import { ApiError } from '#web/api/api-error.ts'
import { InSlices } from '#web/ui/in-slices.tsx'
import { PageSkeleton } from '#web/ui/skeletons.tsx'
import { sessionQuery } from '../session/session-query.ts'
import { holds } from '../session/use-session.ts'
import { readLocalOption } from '../ui/local-options.ts'
import { Page } from '../ui/page.tsx'
import header from './mobile-header.module.css'
import navbar from './navbar.module.css'
import classes from './shell.module.css'
import { Shell } from './shell.tsx'

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

function SlicedShell() {
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
