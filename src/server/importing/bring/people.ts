import { becomeAdmin, isImportedHash, makesAdmins, randomKey } from '#server/identity/index.ts'
import { apiKeyColumns, type Secrets } from '#server/kernel/index.ts'
import { Refusal } from '#shared/errors/refusal.ts'
import { defaultGroupPermissions, permissions as knownPermissions } from '#shared/permissions/permission.ts'
import { isEmail } from '#shared/users/email-address.ts'
import { isTrue, listOf, objectOf, textOf, textOrNull } from '../redash/fields.ts'
import type { Row } from '../redash/redash-store.ts'
import { type Bringing, byteaOf, idOf, type Kind, note, ourId } from './bring-kind.ts'
import { bringLinks } from './bring-links.ts'
import { lockUser, readRows, type Values } from './bring-store.ts'

export const groups: Kind = {
  kind: 'group',
  from: 'groups',
  to: 'groups',
  match: { columns: ['name'], key: (row) => [textOf(row, 'name', 100)] },
  // new permissions could make the members of a group administrators without `becomeAdmin`
  stays: ['permissions'],
  make(row, bringing) {
    const named = listOf(row, 'permissions').map(String)
    const kept = knownPermissions.filter((permission) => named.includes(permission))
    const unknown = named.filter((name) => !kept.some((permission) => permission === name))
    if (unknown.length > 0)
      note(bringing, 'group', row, `Permissions that do not exist here were left out: ${unknown.join(', ')}.`)
    return {
      values: {
        org_id: bringing.orgId,
        name: textOf(row, 'name', 100),
        permissions: row['permissions'] === null ? defaultGroupPermissions : kept,
      },
      once: {
        type: textOf(row, 'type') === 'builtin' ? 'builtin' : 'regular',
        created_at: row['created_at'] ?? new Date().toISOString(),
      },
    }
  },
}

/** An API key of Redash goes on working: the hash finds it, and the sealed key is shown to those who may see it. */
export function keyColumns(secrets: Secrets, key: string): Values {
  const { api_key_hash, encrypted_api_key } = apiKeyColumns(secrets, key === '' ? randomKey() : key)
  return { api_key_hash: byteaOf(api_key_hash), encrypted_api_key: byteaOf(encrypted_api_key) }
}

/** The times of a row, for a new item. */
export function timesOf(row: Row): Values {
  const made = row['created_at'] ?? row['updated_at'] ?? new Date().toISOString()
  return { created_at: made, updated_at: row['updated_at'] ?? made }
}

const emailOf = (row: Row): string => textOf(row, 'email', 255).trim().toLowerCase()

export const users: Kind = {
  kind: 'user',
  from: 'users',
  to: 'users',
  match: {
    columns: ['email'],
    key: (row) => [emailOf(row)],
    // anyone may enter the address of another person, or invite it with a key and accept the invitation
    objection: ({ is_email_verified }) =>
      is_email_verified === true
        ? null
        : 'A user here has this address and has not verified it, so nothing of this user was given to them. Import again when it is verified.',
  },
  // only a link in an email proves an address
  stays: ['email'],
  make(row, bringing) {
    const email = emailOf(row)
    if (!isEmail(email)) {
      note(bringing, 'user', row, `"${email}" is not an email address, so this user cannot come.`)
      return null
    }
    const details = objectOf(row, 'details') ?? {}
    const isDisabled = row['disabled_at'] !== null
    return {
      values: {
        org_id: bringing.orgId,
        name: textOf(row, 'name', 320),
        email,
        profile_image_url: textOrNull(details, 'profile_image_url') ?? textOrNull(row, 'profile_image_url'),
        disabled_at: row['disabled_at'] ?? null,
      },
      once: {
        password_hash: passwordOf(row, bringing),
        // a disabled user's key does not work again when they are enabled
        ...keyColumns(bringing.secrets, isDisabled ? '' : textOf(row, 'api_key')),
        is_invitation_pending: isTrue(details, 'is_invitation_pending'),
        is_email_verified: details['is_email_verified'] !== false,
        active_at: timeOrNull(details['active_at']),
        ...timesOf(row),
      },
    }
  },
}

function timeOrNull(value: unknown): string | null {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

function passwordOf(row: Row, bringing: Bringing): string | null {
  const hash = textOrNull(row, 'password_hash')
  if (hash === null || isImportedHash(hash)) return hash
  note(
    bringing,
    'user',
    row,
    'Their password has an unknown form: they choose a new one with "Forgot your password?".',
  )
  return null
}

/** Users who were here keep their own key and password. */
export async function bringMembers(bringing: Bringing): Promise<void> {
  const links: { key: string; values: Values }[] = []
  for await (const page of bringing.redash.pages('users')) {
    for (const row of page) {
      const user_id = ourId(bringing, 'user', idOf(row))
      if (user_id === null) continue
      for (const group of listOf(row, 'groups')) {
        const group_id = ourId(bringing, 'group', group)
        if (group_id !== null) links.push({ key: `${group}:${idOf(row)}`, values: { group_id, user_id } })
      }
    }
  }
  const groupsHere = [...(bringing.ids.get('group')?.values() ?? [])]
  const admins = new Set(
    [...(await readRows(bringing.db, 'groups', groupsHere))].flatMap(([id, { permissions }]) =>
      makesAdmins({ permissions: Array.isArray(permissions) ? permissions.map(String) : [] }) ? [id] : [],
    ),
  )
  await bringLinks(
    bringing,
    {
      ...{ kind: 'member', to: 'group_members' },
      admits: async ({ group_id, user_id }) =>
        !admins.has(Number(group_id)) || (await mayBecomeAdmin(bringing, Number(user_id))),
    },
    links,
  )
}

/** Applies the rule of `becomeAdmin`; the report names the users whom it refuses. */
async function mayBecomeAdmin(bringing: Bringing, userId: number): Promise<boolean> {
  const user = await lockUser(bringing.db, userId)
  try {
    await becomeAdmin(bringing.db, user)
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const text = 'Their address is not verified, so they did not join a group of administrators.'
    bringing.report.note({ kind: 'member', id: '', name: user.email, text })
    return false
  }
}
