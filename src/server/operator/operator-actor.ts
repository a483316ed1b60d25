import { commandActor } from '#server/audit/index.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { permissions } from '#shared/permissions/permission.ts'

/** Whoever has a shell on the machine may do everything; what is changed stands in the name of `userId`. */
export function operatorActor(orgId: number, userId: number | null): Actor {
  return {
    ...{ kind: 'user', org_id: orgId, user_id: userId, name: commandActor },
    ...{ group_ids: [], permissions, query_id: null },
  }
}
