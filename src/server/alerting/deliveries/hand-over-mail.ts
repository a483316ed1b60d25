import { DeliveryFailed, type MailHandOver } from '#destinations/destination.ts'
import { type MailConfig, type MailTransport, openMailTransport } from '#server/kernel/index.ts'

/**
 * The mail function of destinations: sends at once over the mail server of the settings, so that the log of deliveries
 * contains the server's reply. `tell` receives the recipients that the server rejects while it accepts others.
 */
export function mailHandOver(
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
