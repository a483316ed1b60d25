import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { listWebFiles, sendPage, sendWebFile, type WebFiles, webNotBuilt } from '#server/http/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import { customChartFrame } from '#shared/visualizations/custom-chart-frame.ts'
import { renderCustomChartPage } from './custom-chart-page.ts'

const folder = fileURLToPath(new URL('./custom-chart', import.meta.url))

/** Whether the address is the built chart library for the code of custom charts. */
export function isChartLibrary(address: string): boolean {
  return /^\/assets\/plotly-[\d.]+\.js$/.test(address)
}

/**
 * The page that runs the code of custom charts, and its two scripts. The addresses exist only if the operator allows
 * such code. The page uses no session and holds no data.
 */
export function registerCustomChart(app: FastifyInstance, { config }: ServerContext, web: WebFiles): void {
  if (!config.allowCustomJsVisualizations) return
  const options = { config: { identity: 'none', isSandboxed: true } } as const
  const scripts = new Map([
    ...[...web].filter(([address]) => isChartLibrary(address)),
    ...listWebFiles(folder, '/static/custom-chart/'),
  ])
  for (const [address, file] of scripts) {
    app.get(address, options, (request, reply) => sendWebFile(request, reply, file))
  }
  const addresses = [...scripts.keys()]
  const page = renderCustomChartPage(addresses)
  app.get(customChartFrame, options, (_request, reply) =>
    addresses.some(isChartLibrary)
      ? sendPage(reply, 200, page)
      : reply.code(503).type('text/plain; charset=utf-8').send(webNotBuilt),
  )
}
