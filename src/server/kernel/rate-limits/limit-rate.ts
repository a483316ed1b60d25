import ipaddr from 'ipaddr.js'
import { Refusal, refuse } from '#shared/errors/refusal.ts'
import type { Db } from '../db/database.ts'
import { countHit, deleteOldHits, takeBackHit } from './rate-limit-store.ts'

const hour = 60 * 60 * 1000

export interface RateLimit {
  /** what is counted, such as `login` */
  name: string
  /** whose attempts are counted together: see `networkOf` */
  caller: string
  perHour: number
}

/** One attempt, as it has been counted. */
export interface Hit {
  bucket: string
  windowStart: Date
}

/**
 * Counts an attempt in PostgreSQL, so that all web processes share the count; refuses beyond the limit with its text
 * (`50 per 1 hour`). Answers a function that takes this one attempt back, for limits on failures only.
 */
export async function limitRate(
  context: { db: Db; clock: () => Date },
  limit: RateLimit,
): Promise<() => Promise<void>> {
  const hit = await countAttempt(context, limit)
  return () => takeBack(context, hit)
}

/** The same for an attempt whose end another request sees: what is answered can be kept until `takeBack`. */
export async function countAttempt(
  { db, clock }: { db: Db; clock: () => Date },
  { name, caller, perHour }: RateLimit,
): Promise<Hit> {
  const windowStart = new Date(Math.floor(clock().getTime() / hour) * hour)
  const bucket = `${name} ${caller}`
  const hits = await countHit(db, bucket, windowStart)
  if (hits > perHour) throw refuse('request.rate_limited', { limit: `${perHour} per 1 hour` })
  return { bucket, windowStart }
}

export async function takeBack({ db }: { db: Db }, { bucket, windowStart }: Hit): Promise<void> {
  await takeBackHit(db, bucket, windowStart)
}

/** The same for what is left undone beyond the limit, and refused to nobody. */
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
 * The address that a limit counts by. IPv6 by its /64, since every customer owns so many; IPv4 written as IPv6 is
 * the IPv4 address. What is none comes from a caller who is believed to be a proxy: all of that counts together.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${parsed.toByteArray().slice(0, 8).join('.')}/64`
}

/** Removes the counters of windows that began before this time. */
export async function forgetHits({ db }: { db: Db }, before: Date): Promise<void> {
  await deleteOldHits(db, before)
}
