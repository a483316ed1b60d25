import {
  DeliveryFailed,
  type DeliveryMeans,
  type Destination,
  type DestinationOptions,
  type MailHandOver,
} from '#destinations/destination.ts'
import { findDestinationType } from '#destinations/registry.ts'
import {
  inDefaultLanguage,
  type MailConfig,
  type MailTransport,
  type OutboundFetch,
  openMailTransport,
} from '#server/kernel/index.ts'
import type { WorkerContext } from '#server/runs/index.ts'
import {
  type AttemptOutcome,
  type ClaimedDelivery,
  findDeliveryDestination,
  findMailOf,
  noteDonePart,
} from './delivery-store.ts'
import { guardedPost } from './guarded-post.ts'
import { hideSecrets } from './hide-secrets.ts'
import { afterFailure } from './next-attempt.ts'

export type DeliveryNeeds = Pick<
  WorkerContext,
  'id' | 'db' | 'config' | 'secrets' | 'log' | 'clock' | 'measures'
>

/** Time for all posts of an attempt together; shorter than a worker's claim on a delivery. */
const attemptMilliseconds = 40_000

/** How attempts reach external services; tests replace a part of it. */
export interface Outbound {
  fetch: OutboundFetch
  /** a channel that is silent for longer fails this attempt */
  postMilliseconds: number
}

/** Makes one attempt and returns its outcome. Throws only when `signal` is aborted, or for bugs. */
export async function attemptDelivery(
  needs: DeliveryNeeds,
  outbound: Outbound,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<AttemptOutcome> {
  const attempt = {
    attempts: delivery.attempts - delivery.attempts_before,
    isTest: delivery.alert_id === null,
  }
  const target = await findTarget(needs, delivery)
  if (target instanceof DeliveryFailed) return afterFailure(target, attempt)
  const { destination, options } = target
  const hidden = (text: string) => hideSecrets(text, destination.configurationSchema, options)
  const notes: string[] = []
  try {
    await inDefaultLanguage(needs.config, () =>
      deliver(needs, outbound, delivery, target, signal, (note) => notes.push(note)),
    )
  } catch (error) {
    signal.throwIfAborted()
    const failure = error instanceof DeliveryFailed ? error : unexpected(needs, delivery, error)
    const { status, retryAfter, isFinal } = failure
    return afterFailure({ message: hidden(failure.message), status, retryAfter, isFinal }, attempt)
  }
  return {
    state: 'sent',
    seconds: null,
    status: null,
    detail: notes.length === 0 ? null : hidden(notes.join(' ')),
  }
}

interface Target {
  destination: Destination
  options: DestinationOptions
}

/** The target of a delivery: its destination, or the user's mail address. */
async function findTarget(
  { db, secrets }: DeliveryNeeds,
  { destination_id, user_id, alert_id }: ClaimedDelivery,
): Promise<Target | DeliveryFailed> {
  const gone = (message: string) => new DeliveryFailed(message, { isFinal: true })
  if (destination_id === null) {
    const destination = findDestinationType('email')
    const person = user_id === null ? null : await findMailOf(db, user_id, alert_id ?? 0)
    if (destination === undefined || person === null) return gone('The account of this person is disabled.')
    // mails show rows, and this one may have waited for an hour
    if (!person.may_see) return gone('This person may no longer see the query of the alert.')
    return { destination, options: { addresses: person.email } }
  }
  const stored = await findDeliveryDestination(db, destination_id)
  if (stored === null) return gone('The destination was deleted.')
  const destination = findDestinationType(stored.type)
  if (destination === undefined) return gone(`There is no destination type "${stored.type}".`)
  return { destination, options: secrets.unseal(stored.encrypted_options) }
}

async function deliver(
  { db, config, clock }: DeliveryNeeds,
  outbound: Outbound,
  delivery: ClaimedDelivery,
  { destination, options }: Target,
  stopping: AbortSignal,
  tell: (note: string) => void,
): Promise<void> {
  const { id, message, created_at } = delivery
  if (message === null) throw new DeliveryFailed('The message was emptied.', { isFinal: true })
  const deadline = AbortSignal.timeout(attemptMilliseconds)
  const signal = AbortSignal.any([stopping, deadline])
  const key = `delivery-${created_at.getTime()}-${id}`
  const once: DeliveryMeans['once'] = async (part, send) => {
    if (delivery.done_parts.includes(part)) return
    await send()
    await noteDonePart(db, id, part)
  }
  try {
    await destination.deliver(message, options, {
      post: guardedPost(outbound.fetch, { signal, now: clock, timeout: outbound.postMilliseconds }),
      sendMail: mailHandOver(config, { key, signal, tell }),
      once,
      deliveryKey: key,
      now: clock(),
      signal,
    })
  } catch (error) {
    if (deadline.aborted && !stopping.aborted && !(error instanceof DeliveryFailed)) {
      throw new DeliveryFailed(`It was not done within ${attemptMilliseconds / 1000} seconds.`, {
        cause: error,
      })
    }
    throw error
  }
}

/** A bug of Sextant: logged with its stack, and retried like a failure, so that the other deliveries continue. */
function unexpected({ log }: DeliveryNeeds, { id }: ClaimedDelivery, error: unknown): DeliveryFailed {
  log.error({ err: error, delivery: id }, 'A delivery failed for an unexpected reason.')
  return new DeliveryFailed('An unexpected error. See the log of the worker.')
}

/**
 * The mail function of destinations: sends at once over the mail server of the settings, so that the log of deliveries
 * contains the server's reply. `tell` receives the recipients that the server rejects while it accepts others.
 */
function mailHandOver(
  config: MailConfig,
  { key, signal, tell }: { key: string; signal: AbortSignal; tell: (note: string) => void },
): MailHandOver {
  return async ({ to, subject, text, html }) => {
    const sender = config.mailDefaultSender
    if (sender === null) {
      throw new DeliveryFailed('No mail server is configured (SEXTANT_MAIL_DEFAULT_SENDER).', {
        isFinal: true,
      })
    }
    const transport = await openMailTransport(config, sender)
    try {
      const { refused } = await withSignal(
        transport,
        signal,
        transport.hand({ recipients: to, subject, text, html, key }),
      )
      if (refused.length > 0) tell(`The mail server does not take ${refused.join(', ')}.`)
    } catch (error) {
      if (signal.aborted && error === signal.reason) throw error
      throw mailFailure(error)
    } finally {
      transport.close()
    }
  }
}

/** The library does not support signals: abandon its work and close its connections. */
async function withSignal<T>(transport: MailTransport, signal: AbortSignal, work: Promise<T>): Promise<T> {
  const aborted = Promise.withResolvers<never>()
  const abort = () => {
    transport.close()
    aborted.reject(signal.reason)
  }
  signal.addEventListener('abort', abort)
  try {
    signal.throwIfAborted()
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
    work.catch(() => undefined)
  }
}

function mailFailure(error: unknown): DeliveryFailed {
  const { code, responseCode, message } = error as { code?: string; responseCode?: number; message?: string }
  const status = typeof responseCode === 'number' ? responseCode : null
  // 4xx replies are temporary (RFC 5321); a wrong login may be fixed within the hour
  const isFinal = (code === 'EENVELOPE' || code === 'EMESSAGE') && (status === null || status >= 500)
  return new DeliveryFailed(`The mail server: ${message ?? String(error)}`, { status, isFinal, cause: error })
}
