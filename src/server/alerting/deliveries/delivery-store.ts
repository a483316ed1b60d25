import { type Selectable, sql } from 'kysely'
import type { AlertMessage } from '#destinations/destination.ts'
import { type AlertDeliveriesTable, type Db, type DeliveryState, maySeeSource } from '#server/kernel/index.ts'
import { deadAfterSeconds } from '#server/runs/index.ts'
import { storableText } from '#shared/format/storable-text.ts'

export interface NewDelivery {
  org_id: number
  /** null: a test of the destination */
  alert_id: number | null
  evaluation_id: number | null
  /** null: the user's own mail */
  destination_id: number | null
  user_id: number
  message: AlertMessage
}

/** Stores deliveries and queues the job that sends them, in one statement. Returns their ids. */
export async function insertDeliveries(db: Db, deliveries: readonly NewDelivery[]): Promise<number[]> {
  if (deliveries.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    with stored as (
      insert into alert_deliveries (org_id, alert_id, evaluation_id, destination_id, user_id, message)
      select org_id, alert_id, evaluation_id, destination_id, user_id, message
      from jsonb_to_recordset(${JSON.stringify(deliveries, storable)}::jsonb) as given (org_id integer, alert_id integer,
        evaluation_id integer, destination_id integer, user_id integer, message jsonb)
      returning id
    ), called as (
      select graphile_worker.add_job('send_deliveries', '{}', max_attempts := 1, job_key := 'send_deliveries')
    )
    select stored.id from stored, called order by stored.id`.execute(db)
  return rows.map((row) => row.id)
}

function storable(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? storableText(value) : value
}

export type ClaimedDelivery = Pick<
  Selectable<AlertDeliveriesTable>,
  | 'id'
  | 'org_id'
  | 'alert_id'
  | 'destination_id'
  | 'user_id'
  | 'message'
  | 'attempts'
  | 'attempts_before'
  | 'done_parts'
  | 'created_at'
>

/** Channels with the max number of deliveries in progress: destinations, or mails to users. */
export interface BusyChannels {
  destinations: readonly number[]
  /** has the number of mails to users in progress reached its limit? */
  mail: boolean
}

/** Longer than any attempt: after it, or when the worker is dead, another worker may make the attempt. */
export const claimSeconds = 60

/** Queued, and no live worker is attempting it. */
const isWaiting = sql`
  delivery.state = 'queued'
    and (delivery.claimed_until is null or delivery.claimed_until < now()
      or not exists (select from workers where workers.id = delivery.claimed_by
        and workers.heartbeat_at > now() - make_interval(secs => ${deadAfterSeconds})))`

const waitsForSamePlace = (other: string) => sql`
  ${sql.ref(`${other}.alert_id`)} = delivery.alert_id and ${sql.ref(`${other}.state`)} = 'queued'
    and ${sql.ref(`${other}.destination_id`)} is not distinct from delivery.destination_id
    and (delivery.destination_id is not null or ${sql.ref(`${other}.user_id`)} = delivery.user_id)`

/**
 * Deliveries that may be attempted, apart from their due time: no live worker has claimed them, their channel has a
 * free place, and no earlier message of the same alert waits for the same channel (a late `triggered` must not follow
 * its `ok`).
 */
const isFree = (busy: BusyChannels) => sql`
  ${isWaiting}
    and case when delivery.destination_id is null then ${!busy.mail}
      else delivery.destination_id <> all (${sql.val([...busy.destinations])}::integer[]) end
    and not exists (select from alert_deliveries earlier
      where earlier.id < delivery.id and ${waitsForSamePlace('earlier')})`

/**
 * A newer message replaces one that has failed so far: a channel that works again gets the current state, not all
 * states in between. The newest message, and any not yet tried, stay. If the channel asked for fewer messages (429),
 * the newer message waits as long as the replaced one would have.
 */
export async function supersedeDeliveries(db: Db): Promise<void> {
  await sql`
    with superseded as (
      select delivery.id, delivery.alert_id, delivery.destination_id, delivery.user_id, delivery.next_attempt_at,
        (select status from alert_delivery_attempts attempt where attempt.delivery_id = delivery.id
          order by attempt.id desc limit 1) = 429 as is_limited
      from alert_deliveries delivery
      where ${isWaiting} and delivery.attempts > delivery.attempts_before
        and exists (select from alert_deliveries later
          where later.id > delivery.id and ${waitsForSamePlace('later')})
      for update of delivery skip locked
    ), held_back as (
      update alert_deliveries later set next_attempt_at = greatest(later.next_attempt_at, delivery.next_attempt_at)
      from superseded delivery
      where delivery.is_limited and later.id > delivery.id and later.state = 'queued'
        and later.id not in (select id from superseded)
        and later.alert_id = delivery.alert_id and later.destination_id is not distinct from delivery.destination_id
        and (delivery.destination_id is not null or later.user_id = delivery.user_id)
    )
    update alert_deliveries gone
    set state = 'superseded', message = null, next_attempt_at = null, claimed_by = null, claimed_until = null
    from superseded where superseded.id = gone.id`.execute(db)
}

/** Claims the most overdue delivery for this worker; null: none is due. */
export async function claimDueDelivery(
  db: Db,
  workerId: string,
  busy: BusyChannels,
): Promise<ClaimedDelivery | null> {
  const { rows } = await sql<ClaimedDelivery>`
    with due as (
      select delivery.id from alert_deliveries delivery
      where ${isFree(busy)} and delivery.next_attempt_at <= now()
      order by delivery.next_attempt_at, delivery.id
      limit 1
      for update skip locked
    )
    update alert_deliveries taken
    set claimed_by = ${workerId}, claimed_until = now() + make_interval(secs => ${claimSeconds}),
      attempts = attempts + 1
    from due where taken.id = due.id
    returning taken.id, taken.org_id, taken.alert_id, taken.destination_id, taken.user_id, taken.message,
      taken.attempts, taken.attempts_before, taken.done_parts, taken.created_at`.execute(db)
  return rows[0] ?? null
}

/** The next due time among deliveries that wait only for it; null: none waits. */
export async function nextDueDelivery(db: Db, busy: BusyChannels): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(delivery.next_attempt_at) as at from alert_deliveries delivery where ${isFree(busy)}`.execute(
    db,
  )
  return rows[0]?.at ?? null
}

/** The record of an attempt; `state` queued: the next attempt follows in `seconds`. */
export interface AttemptOutcome {
  state: DeliveryState
  seconds: number | null
  status: number | null
  detail: string | null
}

/**
 * Records the outcome of an attempt. Returns false, and writes nothing, if this worker has lost its claim: the new
 * claimant records its own.
 */
export async function endAttempt(
  db: Db,
  attempt: { workerId: string; delivery: Pick<ClaimedDelivery, 'id' | 'attempts'> },
  outcome: AttemptOutcome,
): Promise<boolean> {
  const { workerId, delivery } = attempt
  const ok = outcome.state === 'sent'
  const { rows } = await sql`
    with ended as (
      update alert_deliveries set claimed_by = null, claimed_until = null, state = ${outcome.state},
        next_attempt_at = now() + make_interval(secs => ${outcome.seconds}::double precision),
        last_error = ${ok ? null : outcome.detail},
        sent_at = case when ${ok} then now() end,
        message = case when ${outcome.state} = 'queued' or not ${ok} and alert_id is not null then message end
      where id = ${delivery.id} and claimed_by = ${workerId} and attempts = ${delivery.attempts}
      returning id
    )
    insert into alert_delivery_attempts (delivery_id, ok, status, detail)
    select id, ${ok}, ${outcome.status}, ${outcome.detail} from ended returning delivery_id`.execute(db)
  return rows.length > 0
}

/** Records a sent part at once, so that the next attempt skips it. */
export async function noteDonePart(db: Db, id: number, part: string): Promise<void> {
  await sql`update alert_deliveries set done_parts = array_append(done_parts, ${part}) where id = ${id}`.execute(
    db,
  )
}

/** A stopping worker returns an unfinished delivery; the attempt does not count. */
export async function giveBackDelivery(
  db: Db,
  workerId: string,
  delivery: Pick<ClaimedDelivery, 'id' | 'attempts'>,
): Promise<void> {
  await db
    .updateTable('alert_deliveries')
    .set({ claimed_by: null, claimed_until: null, attempts: delivery.attempts - 1 })
    .where('id', '=', delivery.id)
    .where('claimed_by', '=', workerId)
    .where('attempts', '=', delivery.attempts)
    .execute()
}

export async function findDeliveryState(
  db: Db,
  id: number,
): Promise<{ state: DeliveryState; last_error: string | null } | null> {
  const row = await db
    .selectFrom('alert_deliveries')
    .where('id', '=', id)
    .select(['state', 'last_error'])
    .executeTakeFirst()
  return row ?? null
}

/** Ends a test that no worker has claimed. false: one has. */
export async function abandonDelivery(db: Db, id: number, reason: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('alert_deliveries')
    .set({ state: 'given_up', last_error: reason, message: null, next_attempt_at: null })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .where('claimed_by', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const keptDays = 30
const keptMessageDays = 7

/** The log covers a month; failed deliveries can be sent again for a week. */
export async function deleteOldDeliveries(db: Db): Promise<void> {
  await db
    .updateTable('alert_deliveries')
    .set({ message: null })
    .where('state', '<>', 'queued')
    .where('message', 'is not', null)
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${keptMessageDays})`)
    .execute()
  await db
    .deleteFrom('alert_deliveries')
    .where('state', '<>', 'queued')
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${keptDays})`)
    .execute()
}

/** The mail address for a user's own alert mails, and whether they may see rows of the query; null: deleted or disabled. */
export async function findMailOf(
  db: Db,
  userId: number,
  alertId: number,
): Promise<{ email: string; may_see: boolean } | null> {
  const row = await db
    .selectFrom('users')
    .leftJoin('alerts', (join) => join.on('alerts.id', '=', alertId))
    .leftJoin('queries', 'queries.id', 'alerts.query_id')
    .where('users.id', '=', userId)
    .where('users.disabled_at', 'is', null)
    .select(['users.email', maySeeSource('users.id', 'queries.data_source_id').as('may_see')])
    .executeTakeFirst()
  return row ?? null
}

export async function findDeliveryDestination(
  db: Db,
  id: number,
): Promise<{ type: string; name: string; encrypted_options: Buffer } | null> {
  const row = await db
    .selectFrom('destinations')
    .where('id', '=', id)
    .select(['type', 'name', 'encrypted_options'])
    .executeTakeFirst()
  return row ?? null
}
