import type { FastifyInstance } from 'fastify'
import { serve } from '#server/http/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import * as api from '#shared/parameters/dropdowns-api.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { describeWaiting } from '../jobs/job-line.ts'
import { presentJob, presentListRun } from '../jobs/present-job.ts'
import { maySeeJob } from '../jobs/require-job.ts'
import {
  type DropdownAddress,
  type DropdownRequest,
  listDropdown,
  searchDropdown,
} from './request-dropdown.ts'

export function registerDropdownRoutes(app: FastifyInstance, context: ServerContext): void {
  const search = async (actor: Actor, address: DropdownAddress, body: DropdownRequest) => {
    const found = await searchDropdown(context, actor, address, body)
    if (!('job' in found)) return found
    const { job } = found
    if (!(await maySeeJob(context, actor, job))) return { job: presentListRun(job) }
    const showsLine = job.status === 'queued' && actor.kind === 'user'
    const waiting = showsLine ? await describeWaiting(context.db, job, context.config.maxRuns) : null
    return { job: presentJob(job, { waiting }) }
  }

  serve(
    app,
    api.getDropdown,
  )(({ actor, params }) => listDropdown(context, actor, { id: params.id, parent_id: null }))

  serve(
    app,
    api.getParameterDropdown,
  )(({ actor, params }) => listDropdown(context, actor, { id: params.dropdown_id, parent_id: params.id }))

  serve(
    app,
    api.searchDropdown,
  )(({ actor, params, body }) => search(actor, { id: params.id, parent_id: null }, body))

  serve(
    app,
    api.searchParameterDropdown,
  )(({ actor, params, body }) => search(actor, { id: params.dropdown_id, parent_id: params.id }, body))
}
