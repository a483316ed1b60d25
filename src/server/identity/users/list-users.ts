import { pageReply, requirePage } from '#server/http/index.ts'
import type { Db } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import type { QueryOf } from '#shared/http/endpoint.ts'
import type { Page } from '#shared/http/paging.ts'
import { phrase } from '#shared/messages/phrase.ts'
import type { Actor } from '#shared/permissions/can.ts'
import type { listUsers as listUsersEndpoint, UserInList } from '#shared/users/users-api.ts'
import { userReply } from './user-reply.ts'
import { listUsers, type UserOrder, userOrders } from './user-store.ts'

type ListReply = Page & { count: number; results: UserInList[] }

/** One page of the users of the organization. Throws request.invalid for invalid arguments and pages. */
export async function listPeople(
  { db }: { db: Db },
  actor: Actor,
  query: QueryOf<typeof listUsersEndpoint>,
): Promise<ListReply> {
  const page = requirePage(query)
  const wanted = (query.order ?? '').replace(/^-/, '')
  const order = userOrders.find((known) => known === wanted)
  const { count, users } = await listUsers(db, {
    orgId: actor.org_id,
    search: query.q?.trim() || null,
    disabled: readSwitch('disabled', query.disabled) ?? false,
    pending: readSwitch('pending', query.pending),
    order: order ?? ('created_at' satisfies UserOrder),
    descending: order === undefined || query.order?.startsWith('-') === true,
    limit: page.limit,
    offset: page.offset,
  })
  const results = users.map((user) => ({ ...userReply(user), groups: user.groups }))
  return pageReply(page, count, results)
}

const words: Readonly<Record<string, boolean>> = {
  yes: true,
  true: true,
  on: true,
  1: true,
  no: false,
  false: false,
  off: false,
  0: false,
  none: false,
}

/**
 * The values of docs/reference/api-administration.md#user-list in any case; null when the argument is absent.
 */
function readSwitch(field: string, text: string | undefined): boolean | null {
  if (text === undefined) return null
  const word = text.toLowerCase()
  const value = Object.hasOwn(words, word) ? words[word] : undefined
  if (value !== undefined) return value
  throw refuse('request.invalid', { field, reason: phrase('{field}: must be yes or no.', { field }) })
}
