import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { emitPlotly } from './src/web/build/emit-plotly.ts'
import { leaveOutParts } from './src/web/build/leave-out-parts.ts'
import { leaveOutSchemas } from './src/web/build/leave-out-schemas.ts'
import { writePageDocuments } from './src/web/build/page-documents.ts'
import { precompress } from './src/web/build/precompress.ts'
import { shareChunks } from './src/web/build/share-chunks.ts'

const source = fileURLToPath(new URL('./src/web', import.meta.url))

const shared = shareChunks()

/** What most pages share travels in few files instead of thirty; the rest is split by route. */
const sharedChunks = [
  // embedded pages load it too, and nothing of the next one
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 4 },
  {
    name: 'framework',
    test: /node_modules\/@tanstack\/(history|query-core|react-query|react-router|router-core|store|react-store)\//,
    priority: 3,
  },
  // what every page needs, those for visitors without a session too
  {
    name: 'base',
    test: /node_modules\/@mantine\/core\/esm\/(core|components\/(Button|Loader|Skeleton|Transition|UnstyledButton))\//,
    minShareCount: 3,
    priority: 3,
  },
  // what each of them needs of results
  {
    name: 'results',
    test: /src\/(shared\/(messages\/|format\/(calendar-names|dates|instants|listed|numbers)|http\/|results\/(execution-step|filters|job|parse-result|results-api|typed-result)|session\/session-api)|web\/(api\/(api-error|call)|results\/read-result))/,
    minShareCount: 3,
    priority: 2,
  },
  // what most chunks use: each dynamic import names all its chunks, so small ones cost more in names than they save
  // (ScrollArea belongs to lists of choices and to dialogs, which few pages begin with)
  {
    name: 'ui',
    test: /node_modules\/@mantine\/core\/esm\/(?!components\/ScrollArea\/)/,
    minShareCount: 45,
    priority: 2,
  },
  {
    name: 'pictures',
    test: /src\/visualizations\/parts\/(data-table|use-box-size|use-picture-theme|visible-color|picture-theme|echarts-setup|picture-source|colors)/,
    minShareCount: 3,
    includeDependenciesRecursively: false,
  },
  { name: 'echarts', test: /node_modules\/(echarts|zrender)\//, minShareCount: 3, priority: 1 },
  // what the chart, its editor and its rarer kinds share: one file instead of six
  {
    name: 'chart',
    test: /src\/visualizations\/chart\//,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  // dashboards and charts have it in common, and nothing else: charts must not bring the grid along
  { name: 'turns', test: /src\/visualizations\/parts\/draw-in-turn/, priority: 1, minShareCount: 2 },
  // small parts of ours that several pages begin with
  {
    name: shared.name,
    test: /src\/(web|shared|visualizations)\//,
    priority: 0,
    includeDependenciesRecursively: false,
  },
  { name: 'icons', test: /icons-react/, minShareCount: 3, includeDependenciesRecursively: false },
]

/** Builds src/web into dist/web: hashed files under /assets, each text file also as .zst, .br and .gz. */
export default defineConfig({
  root: source,
  publicDir: false,
  plugins: [
    shared.plugin,
    leaveOutSchemas(),
    leaveOutParts(),
    react(),
    emitPlotly(),
    writePageDocuments(),
    precompress(),
  ],
  build: {
    outDir: fileURLToPath(new URL('./dist/web', import.meta.url)),
    emptyOutDir: true,
    assetsDir: 'assets',
    // no data: URIs, so that the content security policy can stay narrow
    assetsInlineLimit: 0,
    target: 'es2022',
    manifest: true,
    modulePreload: {
      polyfill: false,
      // lists of chunks in front of each dynamic import weigh 8 KB on every page; the browser finds them in the chunk
      // itself, but for those of the pictures that most dashboards have, which it shall not find one by one
      resolveDependencies: (file, files, { hostType }) =>
        hostType === 'html' || /\/(chart|table)-visualization-/.test(file)
          ? files
          : files.filter((name) => name.endsWith('.css')),
    },
    rolldownOptions: {
      // the application, and the pages that are shown without a session
      input: [`${source}/index.html`, `${source}/embed.html`, `${source}/public-dashboard.html`],
      output: { codeSplitting: { groups: sharedChunks } },
    },
    // gzip figures come from bench/bundles.ts
    reportCompressedSize: false,
  },
})
