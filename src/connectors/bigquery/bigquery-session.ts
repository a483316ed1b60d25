import { randomUUID } from 'node:crypto'
import { isPhrase, type Phrase } from '#shared/messages/phrase.ts'
import { type AnswerLimit, gatherAnswer, shortAnswer } from '../answer.ts'
import type { BackendReference, ConnectorHost, Session, Sink } from '../connector.ts'
import { ConnectionFailed } from '../connector-errors.ts'
import { machineProject } from '../credentials/google-credentials.ts'
import { readString } from '../json-cut.ts'
import { requireSendable } from '../sendable-text.ts'
import { estimateJob } from './bigquery-dry-run.ts'
import type { BigqueryOptions } from './bigquery-options.ts'
import { type BigqueryJob, cancelJob, continueJob, runJob } from './bigquery-run.ts'
import { tablesOf } from './bigquery-schema.ts'
import { type BigqueryLink, ServiceRefusal } from './bigquery-service.ts'

/** Nothing is connected until the first request: the service has no sessions. */
export async function openBigquery(read: BigqueryOptions | Phrase, host: ConnectorHost): Promise<Session> {
  const options = understood(read)
  let link: Promise<BigqueryLink> | null = null
  const linked = (signal: AbortSignal) => {
    link ??= linkOf(options, host, signal).catch((error: unknown) => {
      link = null
      throw error
    })
    return link
  }
  const begun = (location = options.location): BigqueryJob => ({ id: `sextant_${randomUUID()}`, location })
  let next: BigqueryJob | null = begun()
  host.reportBackend(referenceOf(next))
  const ask = async (text: string, signal: AbortSignal, limit: AnswerLimit, location?: string) => {
    const { sink, rows } = gatherAnswer(limit)
    await runJob(await linked(signal), begun(location), text, sink, signal, { isOurs: true })
    return rows.map((row) => row.map((cell) => readString((cell as string | null) ?? '') ?? ''))
  }
  return {
    async run(text, sink, signal) {
      requireSendable(text, [], { takesNul: true })
      const job = next ?? begun()
      if (next === null) host.reportBackend(referenceOf(job))
      next = null
      const report = (placed: BigqueryJob) => host.reportBackend(referenceOf(placed))
      await runJob(await linked(signal), job, text, sink, signal, { maxSeconds: host.maxSeconds, report })
    },
    async estimate(text, signal) {
      requireSendable(text, [], { takesNul: true })
      return await estimateJob(await linked(signal), text, signal)
    },
    async ping(signal) {
      await ask('SELECT 1', signal, shortAnswer)
    },
    async tables(signal) {
      if (!options.loadsSchema) return []
      return await tablesOf(
        await linked(signal),
        (text, limit, location) => ask(text, signal, limit, location),
        signal,
      )
    },
    async close() {},
  }
}

/** Reads on in the job that an earlier worker has begun. False: there is no such job. */
export async function resumeBigquery(
  read: BigqueryOptions | Phrase,
  host: ConnectorHost,
  backend: BackendReference,
  sink: Sink,
  signal: AbortSignal,
): Promise<boolean> {
  const job = jobOf(backend)
  if (job === null) return false
  return await continueJob(await linkOf(understood(read), host, signal), job, sink, signal)
}

export async function killBigqueryOrphan(
  read: BigqueryOptions | Phrase,
  host: ConnectorHost,
  backend: BackendReference,
): Promise<void> {
  const job = jobOf(backend)
  if (job === null) return
  const signal = AbortSignal.timeout(10_000)
  await cancelJob(await linkOf(understood(read), host, signal), job, signal).catch((error: unknown) => {
    // it never began, or is forgotten
    if (!(error instanceof ServiceRefusal && (error.status === 404 || error.status === 400))) throw error
  })
}

function referenceOf({ id, location }: BigqueryJob): BackendReference {
  return { job_id: id, location }
}

function jobOf({ job_id: id, location }: BackendReference): BigqueryJob | null {
  const isOurs = typeof id === 'string' && /^sextant_[\da-f-]+$/.test(id) && typeof location === 'string'
  return isOurs ? { id, location } : null
}

function understood(options: BigqueryOptions | Phrase): BigqueryOptions {
  if (isPhrase(options)) throw new ConnectionFailed(String(options))
  return options
}

async function linkOf(
  options: BigqueryOptions,
  host: ConnectorHost,
  signal: AbortSignal,
): Promise<BigqueryLink> {
  const projectId = options.projectId ?? (await machineProject(host, signal))
  return { options: { ...options, projectId }, host }
}
