import { existsSync } from 'node:fs'
import { build, ensureMade } from './built-output.mjs'
import { inProject, progress } from './project.mjs'

const sources = [
  'src/web',
  'src/visualizations',
  'src/shared',
  'vite.config.ts',
  'package-lock.json',
  'tsconfig.json',
]

/** Builds the web into dist/web unless that was already built from the same sources. */
export function ensureWeb() {
  if (!existsSync(inProject('vite.config.ts'))) {
    progress('There is no vite.config.ts: the web is not built.')
    return
  }
  ensureMade({
    stamp: 'web-sources.json',
    sources,
    stillThere: () => existsSync(inProject('dist', 'web', 'index.html')),
    make: () => build('the web', []),
  })
}
