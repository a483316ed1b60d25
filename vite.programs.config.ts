import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { programs } from './bin/launcher/program-build.mjs'
import { builtForNode, outsideOfBundle } from './vite.server.config.ts'

const project = fileURLToPath(new URL('.', import.meta.url))

/** The code of processes and threads that start often; see bin/launcher/program-build.mjs. */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true, external: outsideOfBundle, target: 'node' },
  build: {
    ...builtForNode,
    rolldownOptions: {
      input: programs.map((path) => project + path),
      treeshake: {
        moduleSideEffects: (id) =>
          !id.startsWith(`${project}src/`) || programs.some((path) => id === project + path),
      },
      output: {
        ...{ entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
        ...{ charset: 'ascii', comments: { annotation: false, jsdoc: false } },
      },
    },
  },
})
