import type { FastifyRequest } from 'fastify'
import {
  endSessions,
  findUser,
  holdGoverned,
  keepingAdmins,
  renewKeys,
  requireProofForAdmins,
  requireUser,
  revokeAccountLinks,
  setDisabled,
  type UserWithKey,
} from '#server/identity/index.ts'
import type { Db, Secrets, ServerContext } from '#server/kernel/index.ts'
import { renewQueryKey } from '#server/queries/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import type { Actor } from '#shared/permissions/can.ts'
import {
  defaultChoices,
  type Opened,
  type OpenedChoice,
  type OpenedChoices,
  type OpenedThings,
} from '#shared/users/opened-api.ts'
import {
  giveAlerts,
  giveDashboards,
  giveQueries,
  listOwnAlerts,
  listOwnQueries,
  listSharedDashboards,
  muteAlerts,
  seesAll,
  stopSchedules,
  unshareDashboards,
} from './opened-store.ts'

type Needs = Pick<ServerContext, 'db' | 'config' | 'secrets' | 'clock'>

/**
 * Disables a user at once: sessions, the API key and sent links end for good. What the user has opened for others
 * is kept, handed over or ended by `choices` and their defaults; everything else stays. `request`: absent for the
 * operator.
 */
export async function disableUser(
  context: Needs,
  actor: Actor,
  id: number,
  { choices = {}, request }: { choices?: OpenedChoices; request?: FastifyRequest } = {},
): Promise<UserWithKey> {
  const { db, secrets, clock } = context
  if (actor.user_id === id) throw refuse('user.disable_self')
  const now = clock()
  await keepingAdmins(context, actor, async (tx) => {
    const user = await holdGoverned(tx, actor, id, request)
    if (request !== undefined) await requireProofForAdmins({ ...context, db: tx }, request, user)
    await setDisabled(tx, id, user.disabled_at ?? now, now)
    await endSessions({ db: tx }, id)
    await revokeAccountLinks(tx, id)
    await renewKeys(tx, secrets, id, now)
    await closeOpened(tx, secrets, { id, org_id: actor.org_id }, choices)
  })
  return await requireUser(db, actor, id)
}

/** What keeps working after a user is disabled, unless it is revoked. */
export async function readOpened(db: Db, userId: number): Promise<OpenedThings> {
  return {
    query_keys: await listOwnQueries(db, userId, false),
    shared_dashboards: await listSharedDashboards(db, userId),
    schedules: await listOwnQueries(db, userId, true),
    alerts: await listOwnAlerts(db, userId),
  }
}

/**
 * Keeps, hands over or ends what a user has opened for others, in the transaction that disables the user. Revoking
 * is permanent: queries get new keys, dashboards lose their public address, schedules stop, alerts are muted;
 * enabling the user restores none of it. Throws user.hand_over_whom and user.hand_over_hidden.
 */
async function closeOpened(
  tx: Db,
  secrets: Secrets,
  user: { id: number; org_id: number },
  wanted: OpenedChoices,
): Promise<void> {
  const { hand_over_to: to, ...given } = wanted
  const choices: Record<keyof OpenedThings, OpenedChoice> = { ...defaultChoices, ...given }
  const opened = await readOpened(tx, user.id)
  const ids = (kind: keyof OpenedThings, test: (choice: OpenedChoice, thing: Opened) => boolean) =>
    opened[kind].filter((thing) => test(choices[kind], thing)).map(({ id }) => id)
  const revoked = (kind: keyof OpenedThings) => ids(kind, isRevoked)
  const handed = (kind: keyof OpenedThings) => ids(kind, (choice) => choice === 'hand_over')
  if (Object.values(choices).includes('hand_over')) {
    const queries = [...new Set([...handed('query_keys'), ...handed('schedules')])]
    const dashboards = handed('shared_dashboards')
    const alerts = handed('alerts')
    const heir = to === undefined || to === user.id ? null : await findUser(tx, user.org_id, to)
    if (heir === null || heir.disabled_at !== null || heir.is_invitation_pending)
      throw refuse('user.hand_over_whom', { field: 'hand_over_to' })
    const seesEverything = heir.permissions.includes('admin')
    if (!seesEverything && !(await seesAll(tx, heir.id, { queries, dashboards, alerts })))
      throw refuse('user.hand_over_hidden', { field: 'hand_over_to' })
    await giveQueries(tx, queries, heir.id)
    await giveDashboards(tx, dashboards, heir.id)
    await giveAlerts(tx, alerts, heir.id)
  }
  for (const id of revoked('query_keys')) await renewQueryKey(tx, secrets, id)
  await unshareDashboards(tx, revoked('shared_dashboards'))
  await stopSchedules(tx, revoked('schedules'))
  await muteAlerts(tx, revoked('alerts'))
}

function isRevoked(choice: OpenedChoice, { is_of_group }: Opened): boolean {
  return choice === 'revoke' || (choice === 'keep_of_groups' && !is_of_group)
}
