import type { FastifyInstance } from 'fastify'
import { replied, serve } from '#server/http/index.ts'
import { limitRate, type ServerContext } from '#server/kernel/index.ts'
import { contentDisposition, sendText } from '#server/runs/index.ts'
import { eventLimits } from '#shared/events/event-limits.ts'
import * as api from '#shared/events/events-api.ts'
import type { EventRecorder } from './event-recorder.ts'
import { eventsAsCsv, listEventPage, readEventFilters } from './list-events.ts'
import { takeReportedEvents } from './take-reported-events.ts'

export function registerEventRoutes(
  app: FastifyInstance,
  context: ServerContext,
  recorder: EventRecorder,
): void {
  const { clock } = context

  serve(
    app,
    api.reportEvents,
  )(async ({ actor, body, request }) => {
    const caller = `user ${actor.user_id}`
    await limitRate(context, { name: 'events', caller, perHour: eventLimits.callsPerHour })
    for (const event of takeReportedEvents(body, actor, request, clock())) recorder.record(event)
    return null
  })

  serve(app, api.listEvents)(({ actor, query }) => listEventPage(context, actor, query))

  serve(
    app,
    api.exportEvents,
  )(({ actor, query, request, reply }) => {
    const filters = readEventFilters(actor.org_id, query)
    reply
      .header('content-type', 'text/csv; charset=UTF-8')
      .header('content-disposition', contentDisposition('events', clock(), 'csv'))
    sendText(request, reply, eventsAsCsv(context, filters))
    return replied
  })
}
