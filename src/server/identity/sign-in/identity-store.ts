import type { Db } from '#server/kernel/index.ts'

export interface Identity {
  org_id: number
  provider: string
  issuer: string
  subject: string
}

export interface KnownUser {
  id: number
  name: string
  email: string
  disabled_at: Date | null
  is_invitation_pending: boolean
  is_email_verified: boolean
}

const userColumns = [
  ...(['users.id', 'users.name', 'users.email', 'users.disabled_at'] as const),
  ...(['users.is_invitation_pending', 'users.is_email_verified'] as const),
] as const

/** The user of this identity; records its use. */
export async function findByIdentity(tx: Db, identity: Identity, now: Date): Promise<KnownUser | null> {
  const row = await tx
    .updateTable('identities')
    .from('users')
    .set({ used_at: now })
    .whereRef('users.id', '=', 'identities.user_id')
    .where('identities.org_id', '=', identity.org_id)
    .where('identities.provider', '=', identity.provider)
    .where('identities.issuer', '=', identity.issuer)
    .where('identities.subject', '=', identity.subject)
    .returning(userColumns)
    .executeTakeFirst()
  return row ?? null
}

/** Whether the user still has this identity. */
export async function hasIdentity(
  db: Db,
  userId: number,
  { provider, issuer, subject }: Omit<Identity, 'org_id'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('identities')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row !== undefined
}

export async function hasAddress(db: Db, userId: number, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('email', '=', email)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertIdentity(
  tx: Db,
  identity: Identity & { user_id: number },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('identities')
    .values({ ...identity, created_at: now, used_at: now })
    .execute()
}

export async function findUserByEmail(tx: Db, orgId: number, email: string): Promise<KnownUser | null> {
  return (await ofAddress(tx, orgId, email).executeTakeFirst()) ?? null
}

/** The same, locked until the transaction ends: as they are after the changes that are under way. */
export async function lockUserByEmail(tx: Db, orgId: number, email: string): Promise<KnownUser | null> {
  return (await ofAddress(tx, orgId, email).forNoKeyUpdate().executeTakeFirst()) ?? null
}

function ofAddress(tx: Db, orgId: number, email: string) {
  return tx.selectFrom('users').select(userColumns).where('org_id', '=', orgId).where('email', '=', email)
}

/** Updates what the provider knows better than we do. */
export async function updateAdmitted(
  tx: Db,
  id: number,
  values: { name: string; is_email_verified?: boolean },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ ...values, is_invitation_pending: false, updated_at: now })
    .where('id', '=', id)
    .execute()
}

export interface GroupFacts {
  id: number
  type: 'builtin' | 'regular'
  name: string
  permissions: string[]
  is_member: boolean
}

/** The groups of the organization, and whether the user is in them. */
export async function listGroupFacts(tx: Db, orgId: number, userId: number): Promise<GroupFacts[]> {
  return await tx
    .selectFrom('groups')
    .leftJoin('group_members', (join) =>
      join.onRef('group_members.group_id', '=', 'groups.id').on('group_members.user_id', '=', userId),
    )
    .select(['groups.id', 'groups.type', 'groups.name', 'groups.permissions'])
    .select((eb) => eb('group_members.user_id', 'is not', null).as('is_member'))
    .where('groups.org_id', '=', orgId)
    .execute()
    .then((rows) => rows.map((row) => ({ ...row, is_member: Boolean(row.is_member) })))
}
