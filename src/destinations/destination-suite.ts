import { describe, expect, it } from 'vitest'
import type {
  AlertMessage,
  Destination,
  DestinationOptions,
  GuardedPost,
  MailHandOver,
} from './destination.ts'
import { sampleMessage, sampleMessages } from './sample-messages.ts'

export interface SampleDestination {
  /** complete, with secrets that contain the word `canary` */
  options: DestinationOptions
  /** invalid options, each with the name of the option that is refused */
  refused: readonly (readonly [DestinationOptions, string])[]
}

type Sent =
  | { kind: 'post'; url: string; headers: Record<string, string>; body: string }
  | ({ kind: 'mail' } & Parameters<MailHandOver>[0])

/** Collects what a destination sends for one message. */
export async function deliverSample(
  destination: Destination,
  message: AlertMessage,
  options: DestinationOptions,
  /** parts that an earlier attempt delivered */
  done: ReadonlySet<string> = new Set(),
): Promise<Sent[]> {
  const sent: Sent[] = []
  const post: GuardedPost = async (url, { headers, body }) => {
    sent.push({ kind: 'post', url, headers, body })
    return { status: 200, text: 'ok' }
  }
  await destination.deliver(message, options, {
    post,
    sendMail: async (mail) => void sent.push({ kind: 'mail', ...mail }),
    once: async (part, send) => {
      if (!done.has(part)) await send()
    },
    deliveryKey: 'delivery-5',
    now: new Date('2026-03-01T09:30:01Z'),
    signal: new AbortController().signal,
  })
  return sent
}

/** The tests that every destination passes. Its golden file holds each sample message as it is sent. */
export function tryDestination(destination: Destination, { options, refused }: SampleDestination): void {
  describe(destination.type, () => {
    it('sends what its golden file shows', async () => {
      const pages: string[] = []
      for (const [name, message] of Object.entries(sampleMessages)) {
        const sent = await deliverSample(destination, message, options)
        pages.push(`##### ${name}\n\n${sent.length === 0 ? '(nothing)\n' : sent.map(print).join('\n')}`)
      }
      await expect(pages.join('\n')).toMatchFileSnapshot(`golden/${destination.type}.txt`)
    })

    it('accepts its sample options, and names an invalid one', () => {
      expect(destination.validate?.(options) ?? null).toBeNull()
      for (const [wrong, named] of refused) expect(destination.validate?.(wrong)?.field).toBe(named)
    })

    it('has a consistent schema', () => {
      const { properties, required = [], secret = [], extra_options = [] } = destination.configurationSchema
      const known = Object.keys(properties)
      for (const name of [...required, ...secret, ...extra_options]) expect(known).toContain(name)
      for (const name of Object.keys(options)) expect(known).toContain(name)
    })

    it('keeps secrets out of its messages', async () => {
      for (const message of Object.values(sampleMessages)) {
        for (const sent of await deliverSample(destination, message, options)) {
          if (sent.kind === 'mail') expect(JSON.stringify(sent)).not.toContain('canary')
          // PagerDuty expects its key in the body
          else if (destination.type !== 'pagerduty') expect(sent.body).not.toContain('canary')
        }
      }
    })

    it('limits the size of its messages', async () => {
      const long = 'ä<&*'.repeat(30_000)
      const message = sampleMessage('triggered', { custom_subject: long, custom_body: long })
      const huge = {
        ...message,
        alert: { ...message.alert, name: long },
        query: { ...message.query, text: long },
      }
      for (const sent of await deliverSample(destination, huge, options)) {
        if (sent.kind === 'mail') expect(sent.subject.length).toBeLessThanOrEqual(300)
        else if (destination.type !== 'webhook') expect(sent.body.length).toBeLessThan(500_000)
      }
    })
  })
}

function print(sent: Sent): string {
  if (sent.kind === 'mail') {
    return `to ${sent.to.join(', ')}\nsubject: ${sent.subject}\n\n${sent.text}\n\n${sent.html}`
  }
  const headers = Object.entries(sent.headers).map(([name, value]) => `${name}: ${value}\n`)
  return `POST ${sent.url}\n${headers.join('')}\n${printBody(sent)}\n`
}

function printBody({ headers, body }: { headers: Record<string, string>; body: string }): string {
  if (headers['content-type'] !== 'application/x-www-form-urlencoded') {
    return JSON.stringify(JSON.parse(body), null, 2)
  }
  return [...new URLSearchParams(body)].map(([name, value]) => `${name} = ${value}`).join('\n')
}
