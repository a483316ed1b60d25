import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { emitPlotly } from './src/web/build/emit-plotly.ts'
import { leaveOutSchemas } from './src/web/build/leave-out-schemas.ts'
import { precompress } from './src/web/build/precompress.ts'

const source = fileURLToPath(new URL('./src/web', import.meta.url))

/** What most pages share travels in few files instead of thirty; the rest is split by route. */
const sharedChunks = [
  // embedded pages load it too, and nothing of the next one
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 4 },
  {
    name: 'framework',
    test: /node_modules\/@tanstack\/(history|query-core|react-query|react-router|router-core|store|react-store)\//,
    priority: 3,
  },
  // what most chunks use: each dynamic import names all its chunks, so small ones cost more in names than they save
  { name: 'ui', test: /node_modules\/@mantine\/core\//, minShareCount: 38, priority: 2 },
  { name: 'echarts', test: /node_modules\/(echarts|zrender)\//, minShareCount: 3, priority: 1 },
  // what the chart, its editor and its rarer kinds share: one file instead of six
  {
    name: 'chart',
    test: /src\/visualizations\/chart\//,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
]

/** Builds src/web into dist/web: hashed files under /assets, each text file also as .zst, .br and .gz. */
export default defineConfig({
  root: source,
  publicDir: false,
  plugins: [leaveOutSchemas(), react(), emitPlotly(), precompress()],
  build: {
    outDir: fileURLToPath(new URL('./dist/web', import.meta.url)),
    emptyOutDir: true,
    assetsDir: 'assets',
    // no data: URIs, so that the content security policy can stay narrow
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    manifest: true,
    rolldownOptions: {
      // the application, and the page that stands in frames of other sites
      input: [`${source}/index.html`, `${source}/embed.html`],
      output: { codeSplitting: { groups: sharedChunks } },
    },
    // gzip figures come from bench/bundles.ts
    reportCompressedSize: false,
  },
})
