import { commandActor } from '#server/audit/index.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { permissions } from '#shared/permissions/permission.ts'

/** The actor of commands. It has all permissions, because the operator controls the machine. Changes are made as `userId`. */
export function operatorActor(orgId: number, userId: number | null): Actor {
  return {
    kind: 'user',
    org_id: orgId,
    user_id: userId,
    name: commandActor,
    group_ids: [],
    permissions,
    query_id: null,
  }
}
