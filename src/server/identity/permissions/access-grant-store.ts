import type { AccessGrantsTable, Db } from '#server/kernel/index.ts'
import type { AccessType } from '#shared/permissions/access-grants-api.ts'

/** The object of a grant. */
export interface GrantedObject {
  object_type: AccessGrantsTable['object_type']
  object_id: number
}

export interface StoredGrant extends GrantedObject {
  id: number
  access_type: AccessType
  grantor_id: number
  grantee_id: number
}

const columns = ['id', 'object_type', 'object_id', 'access_type', 'grantor_id', 'grantee_id'] as const

/** Oldest first. */
export async function listGrants(db: Db, { object_type, object_id }: GrantedObject): Promise<StoredGrant[]> {
  return await db
    .selectFrom('access_grants')
    .where('object_type', '=', object_type)
    .where('object_id', '=', object_id)
    .select(columns)
    .orderBy('id')
    .execute()
}

/** The grant that exists afterwards: this one, or an earlier one by another user. */
export async function insertGrant(db: Db, grant: Omit<StoredGrant, 'id'>): Promise<StoredGrant> {
  return await db
    .insertInto('access_grants')
    .values(grant)
    .onConflict((conflict) =>
      // a no-op update: only updates return the existing row
      conflict
        .columns(['object_type', 'object_id', 'access_type', 'grantee_id'])
        .doUpdateSet({ access_type: grant.access_type }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export async function deleteGrant(
  db: Db,
  { object_type, object_id, access_type, grantee_id }: Omit<StoredGrant, 'id' | 'grantor_id'>,
): Promise<void> {
  await db
    .deleteFrom('access_grants')
    .where('object_type', '=', object_type)
    .where('object_id', '=', object_id)
    .where('access_type', '=', access_type)
    .where('grantee_id', '=', grantee_id)
    .execute()
}
