import { createOutboundFetch } from '#server/kernel/index.ts'
import { attemptDelivery, type DeliveryNeeds, type Outbound } from './attempt-delivery.ts'
import {
  type BusyChannels,
  type ClaimedDelivery,
  claimDueDelivery,
  endAttempt,
  giveBackDelivery,
  nextDueDelivery,
  supersedeDeliveries,
} from './delivery-store.ts'

/** Max delay until deliveries of a dead worker are noticed. */
const maxPause = 15_000
const minPause = 250
/** A channel that hangs takes two places, never all of them. */
const maxAtOnce = 16
const maxForDestination = 2
const maxMails = 4

export interface Deliveries {
  /** looks for due deliveries at once */
  wake(): void
  /** claims no more; running attempts get this long to end, the others are returned to the queue */
  stop(graceMilliseconds: number): Promise<void>
}

/**
 * Sends due deliveries, separately from the places for runs, so that slow channels do not delay queries. Every worker
 * does so; they coordinate through the database. Tests replace `outbound`.
 */
export function keepDeliveries(
  needs: DeliveryNeeds,
  outbound: Outbound = {
    fetch: createOutboundFetch({
      allowedPrivateHosts: needs.config.allowedPrivateHosts,
      version: needs.config.version,
      followsRedirects: false,
    }),
    postMilliseconds: 10_000,
  },
): Deliveries {
  const stopping = new AbortController()
  const aborting = new AbortController()
  const underWay = new Map<ClaimedDelivery, Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | null = null
  let isAskedAgain = false

  const wake = () => {
    isAskedAgain = true
    clearTimeout(timer)
    looking ??= look()
  }
  const look = async () => {
    let pause = maxPause
    while (isAskedAgain && !stopping.signal.aborted) {
      isAskedAgain = false
      try {
        await takeDue()
        pause = pauseUntil(await nextDueDelivery(needs.db, busyChannels([...underWay.keys()])), needs.clock())
      } catch (error) {
        pause = maxPause
        needs.log.warn({ err: error }, 'Deliveries could not be looked for; trying again.')
      }
    }
    // in the same step as the last check of `asked`, so that no call gets lost
    looking = null
    if (!stopping.signal.aborted) timer = setTimeout(wake, pause)
  }
  const takeDue = async () => {
    await supersedeDeliveries(needs.db)
    while (underWay.size < maxAtOnce && !stopping.signal.aborted) {
      const delivery = await claimDueDelivery(needs.db, needs.id, busyChannels([...underWay.keys()]))
      if (delivery === null) return
      const attempt = makeAttempt(needs, outbound, delivery, aborting.signal).finally(() => {
        underWay.delete(delivery)
        wake()
      })
      underWay.set(delivery, attempt)
    }
  }
  wake()
  return {
    wake,
    async stop(graceMilliseconds) {
      stopping.abort()
      clearTimeout(timer)
      await looking
      const grace = setTimeout(() => aborting.abort(), graceMilliseconds)
      await Promise.all(underWay.values())
      clearTimeout(grace)
      clearTimeout(timer)
    },
  }
}

async function makeAttempt(
  needs: DeliveryNeeds,
  outbound: Outbound,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<void> {
  const { db, log, measures, id: workerId } = needs
  const { id, alert_id, destination_id, attempts } = delivery
  try {
    const outcome = await attemptDelivery(needs, outbound, delivery, signal)
    const isOurs = await endAttempt(db, { workerId, delivery }, outcome)
    measures.deliveryAttempted(outcome.state)
    const facts = { delivery: id, alert: alert_id, destination: destination_id, attempts, ...outcome }
    if (outcome.state !== 'sent') log.warn(facts, 'A delivery has failed.')
    else if (isOurs) log.info(facts, 'A delivery was sent.')
  } catch (error) {
    if (!signal.aborted)
      log.error({ err: error, delivery: id }, 'An attempt at a delivery could not be written down.')
    await giveBackDelivery(db, workerId, delivery).catch((cause) =>
      log.warn({ err: cause, delivery: id }, 'A delivery could not be given back; its claim runs out.'),
    )
  }
}

/** Channels with this worker's max number of deliveries in progress. */
function busyChannels(underWay: readonly ClaimedDelivery[]): BusyChannels {
  const counts = Map.groupBy(underWay, (delivery) => delivery.destination_id)
  const destinations = [...counts].filter(([id, those]) => id !== null && those.length >= maxForDestination)
  return {
    destinations: destinations.flatMap(([id]) => (id === null ? [] : [id])),
    mail: (counts.get(null)?.length ?? 0) >= maxMails,
  }
}

function pauseUntil(due: Date | null, now: Date): number {
  const until = due === null ? maxPause : due.getTime() - now.getTime() + 1
  return Math.min(Math.max(until, minPause), maxPause)
}
