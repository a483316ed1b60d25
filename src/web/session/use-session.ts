import { useSuspenseQuery } from '@tanstack/react-query'
import type { Permission } from '#shared/permissions/permission.ts'
import type { ClientConfig, SessionUser } from '#shared/session/session-api.ts'
import { type Session, sessionQuery } from './session-query.ts'

/** The root route loads it before any screen is drawn, so in practice this never suspends. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data
}

export function useCurrentUser(): SessionUser {
  return useSession().user
}

export function useClientConfig(): ClientConfig {
  return useSession().client_config
}

/** True if one of the user's groups has the permission: the same check as on the server. */
export function usePermission(permission: Permission): boolean {
  return holds(useSession().user, permission)
}

export function holds(user: SessionUser, permission: Permission): boolean {
  return user.permissions.includes(permission)
}
