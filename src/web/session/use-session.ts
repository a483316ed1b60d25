import { useSuspenseQuery } from '@tanstack/react-query'
import type { Permission } from '#shared/permissions/permission.ts'
import type { ClientConfig, SessionUser } from '#shared/session/session-api.ts'
import { type Session, sessionQuery } from './session-query.ts'

/** The root route has loaded it before any screen is drawn, so this never suspends in practice. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data
}

export function useCurrentUser(): SessionUser {
  return useSession().user
}

export function useClientConfig(): ClientConfig {
  return useSession().client_config
}

/** True when one of the user's groups carries the permission: the same question the server asks. */
export function usePermission(permission: Permission): boolean {
  return holds(useSession().user, permission)
}

export function holds(user: SessionUser, permission: Permission): boolean {
  return user.permissions.includes(permission)
}
