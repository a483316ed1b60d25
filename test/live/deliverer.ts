import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Outbound } from '#server/alerting/deliveries/attempt-delivery.ts'
import { type Deliveries, keepDeliveries } from '#server/alerting/deliveries/keep-deliveries.ts'
import type { Config } from '#server/kernel/config/config.ts'
import { createWorkerMeasures } from '#server/kernel/metrics/worker-measures.ts'
import { createOutboundFetch } from '#server/kernel/net/outbound-guard.ts'
import type { AppUnderTest } from '#test/app-under-test.ts'
import type { ChannelReceiver } from './channel-receiver.ts'

/** The part of a worker that sends deliveries, on the database of this app, registered as a live worker. */
export async function deliverer(
  { context }: AppUnderTest,
  options: {
    config?: Partial<Config>
    receiver?: ChannelReceiver
    log?: Logger
  } = {},
): Promise<Deliveries & { id: string; outbound: Outbound }> {
  const { receiver } = options
  const id = randomUUID()
  const config = { ...context.config, ...options.config }
  await context.db
    .insertInto('workers')
    .values({ id, hostname: 'test', pid: process.pid, heartbeat_at: new Date(Date.now() + 3_600_000) })
    .execute()
  const fetch = createOutboundFetch({
    allowedPrivateHosts: config.allowedPrivateHosts,
    version: config.version,
    followsRedirects: false,
  })
  const outbound: Outbound = { fetch: receiver?.reroute(fetch) ?? fetch, postMilliseconds: 10_000 }
  const log = options.log ?? context.log
  const measures = createWorkerMeasures({})
  return { ...keepDeliveries({ ...context, id, config, log, measures }, outbound), id, outbound }
}
