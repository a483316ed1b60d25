import type { FastifyRequest } from 'fastify'
import type { Secrets, ServerContext } from '#server/kernel/index.ts'
import { type AskedChange, findJob, holdForChange, noteLook } from '#server/runs/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import type { Job } from '#shared/results/job.ts'
import { bearerName, requireShared, requireSharedWidget } from './require-shared.ts'
import { presentPublicJob } from './tell-publicly.ts'

export interface PublicWidgetAddress {
  token: string
  widget_id: number
}

/**
 * The name of a run in replies to a token: its id, signed for this token and widget. Users who requested the same text
 * elsewhere may share the run, so stored data cannot decide who may read it.
 */
export function namePublicJob(secrets: Secrets, address: PublicWidgetAddress, jobId: string): string {
  return `${jobId}.${secrets.sign('public job', signedText(address, jobId))}`
}

function signedText({ token, widget_id }: PublicWidgetAddress, jobId: string): string {
  return `${token} ${widget_id} ${jobId}`
}

/**
 * The run, if it was named for this token and widget; the answer is held as for any run. Throws not_found, also when
 * the token is revoked while the answer is held.
 */
export async function readPublicJob(
  context: ServerContext,
  { name, ...address }: PublicWidgetAddress & { name: string },
  asked: AskedChange,
  request: FastifyRequest,
): Promise<Job> {
  const { dashboard } = await requireSharedWidget(context.db, address.token, address.widget_id)
  const [, id = '', signature = ''] = /^([0-9a-f-]{36})\.([\w-]{43})$/.exec(name) ?? []
  if (!context.secrets.verify('public job', signedText(address, id), signature)) throw refuse('not_found')
  const job = await findJob(context.db, id)
  if (job === null || job.org_id !== dashboard.org_id) throw refuse('not_found')
  await noteLook(context.db, id, bearerName(dashboard.id))
  const held = await holdForChange(context, job, asked, {
    ...{ name: `public dashboard ${dashboard.id}`, request },
    requireAccess: () => requireShared(context.db, address.token),
  })
  return presentPublicJob(held, name)
}
