import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { listWebFiles, sendPage, sendWebFile, type WebFiles, webNotBuilt } from '#server/http/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import { htmlStart } from '#shared/format/html-start.ts'
import { customChartFrame } from '#shared/visualizations/custom-chart-frame.ts'

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
      : reply.code(503).type('text/plain; charset=utf-8').send(webNotBuilt()),
  )
}

/** A container and its scripts; data arrives through a port. `crossorigin` keeps the text of script errors. */
function renderCustomChartPage(scripts: readonly string[]): string {
  return `${htmlStart()}
<meta name="robots" content="noindex">
<title>Custom chart</title>
<style>html, body, #chart { height: 100%; margin: 0 } body { overflow: hidden } #chart { overflow: auto }</style>
</head>
<body>
<div id="chart"></div>
${scripts.map((script) => `<script crossorigin="anonymous" src="${script}"></script>`).join('\n')}
</body>
</html>
`
}
