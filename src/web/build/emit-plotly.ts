import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)

/**
 * Vite plugin: emits Plotly as published, under a name with its version. Only the frame of custom charts loads it
 * (`src/server/pages/custom-chart-routes.ts`), no page of the application.
 */
export function emitPlotly(): Plugin {
  return {
    name: 'sextant-plotly',
    apply: 'build',
    async generateBundle() {
      const { version } = require('plotly.js-dist-min/package.json') as { version: string }
      const source = await readFile(require.resolve('plotly.js-dist-min/plotly.min.js'), 'utf8')
      this.emitFile({ type: 'asset', fileName: `assets/plotly-${version}.js`, source })
    },
  }
}
