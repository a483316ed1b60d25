import ipaddr from 'ipaddr.js'
import { Refusal, refuse } from '#shared/errors/refusal.ts'
import { phrase } from '#shared/messages/phrase.ts'
import type { Db } from '../db/database.ts'
import { countHit, deleteOldHits, takeBackHit } from './rate-limit-store.ts'

const hour = 60 * 60 * 1000

export interface RateLimit {
  /** the counted action, such as `login` */
  name: string
  /** attempts with the same caller are counted together; see `networkOf` */
  caller: string
  perHour: number
}

/** One counted attempt. */
export interface Hit {
  bucket: string
  windowStart: Date
}

/**
 * Counts an attempt in PostgreSQL, so that all web processes share the count. Beyond the limit, throws
 * request.rate_limited with the limit as text (`50 per 1 hour`). Returns a function that takes this attempt back, for
 * limits that count only failures.
 */
export async function limitRate(
  context: { db: Db; clock: () => Date },
  limit: RateLimit,
): Promise<() => Promise<void>> {
  const hit = await countAttempt(context, limit)
  return () => takeBack(context, hit)
}

/** The same for an attempt that ends in another request: the returned hit can be stored until `takeBack`. */
export async function countAttempt(
  { db, clock }: { db: Db; clock: () => Date },
  { name, caller, perHour }: RateLimit,
): Promise<Hit> {
  const windowStart = new Date(Math.floor(clock().getTime() / hour) * hour)
  const bucket = `${name} ${caller}`
  const hits = await countHit(db, bucket, windowStart)
  if (hits > perHour)
    throw refuse('request.rate_limited', { limit: phrase('{count} per 1 hour', { count: perHour }) })
  return { bucket, windowStart }
}

export async function takeBack({ db }: { db: Db }, { bucket, windowStart }: Hit): Promise<void> {
  await takeBackHit(db, bucket, windowStart)
}

/** The same without an error: false beyond the limit. */
export async function isWithinRate(
  context: { db: Db; clock: () => Date },
  limit: RateLimit,
): Promise<boolean> {
  try {
    await limitRate(context, limit)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/**
 * The network that a limit counts by. IPv6 counts by its /64, which one customer usually owns; IPv4-mapped IPv6 counts
 * as IPv4. Invalid addresses can only come from a trusted proxy and count as one.
 */
export function networkOf(address: string | undefined): string {
  // Fastify's `request.ip` is undefined once the caller has disconnected, whatever its type says
  if (address === undefined) return 'unknown'

  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${parsed.toByteArray().slice(0, 8).join('.')}/64`
}

/** Deletes the counters of windows that began before this time. */
export async function forgetHits({ db }: { db: Db }, before: Date): Promise<void> {
  await deleteOldHits(db, before)
}
