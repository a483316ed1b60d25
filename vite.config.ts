import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { type BuildOptions, defineConfig } from 'vite'
import { emitPlotly } from './src/web/build/emit-plotly.ts'
import { leaveOutParts } from './src/web/build/leave-out-parts.ts'
import { leaveOutSchemas } from './src/web/build/leave-out-schemas.ts'
import { leaveOutStyles } from './src/web/build/leave-out-styles.ts'
import { writePageDocuments } from './src/web/build/page-documents.ts'
import { precompress } from './src/web/build/precompress.ts'
import { shareChunks } from './src/web/build/share-chunks.ts'

const source = fileURLToPath(new URL('./src/web', import.meta.url))

/** The application, and the pages that are shown without a session. */
const input = [`${source}/index.html`, `${source}/embed.html`, `${source}/public-dashboard.html`]

const transforms = () => [leaveOutSchemas(), leaveOutParts(), react()]

const build: BuildOptions = {
  // no data: URIs, so that the content security policy can stay narrow
  assetsInlineLimit: 0,
  target: 'es2022',
  // gzip figures come from bench/bundles.ts
  reportCompressedSize: false,
}

const shared = shareChunks({
  root: source,
  publicDir: false,
  plugins: transforms(),
  build: { ...build, rolldownOptions: { input } },
})

/** Builds src/web into dist/web: hashed files under /assets, each text file also as .zst, .br and .gz. */
export default defineConfig({
  root: source,
  publicDir: false,
  plugins: [
    shared.plugin,
    leaveOutStyles(shared.usedModules),
    ...transforms(),
    emitPlotly(),
    writePageDocuments(),
    precompress(),
  ],
  build: {
    ...build,
    outDir: fileURLToPath(new URL('./dist/web', import.meta.url)),
    emptyOutDir: true,
    assetsDir: 'assets',
    manifest: true,
    modulePreload: {
      polyfill: false,
      // lists of chunks in front of each dynamic import weigh 8 KB on every page; the browser finds them in the chunk
      // itself, but for those of the visualizations that most dashboards have, which it shall not find one by one
      resolveDependencies: (file, files, { hostType }) =>
        hostType === 'html' || /\/(chart|table)-visualization-/.test(file)
          ? files
          : files.filter((name) => name.endsWith('.css')),
    },
    rolldownOptions: {
      input,
      output: {
        codeSplitting: {
          groups: [{ name: shared.name, debugName: 'shared' }],
          includeDependenciesRecursively: false,
        },
      },
    },
  },
})
