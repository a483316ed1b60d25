import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { cannotLaunch, inProject, progress } from './project.mjs'

const sources = [
  'src/web',
  'src/visualizations',
  'src/shared',
  'vite.config.ts',
  'package-lock.json',
  'tsconfig.json',
]

/** Builds the web into dist/web unless what is there was made from the same sources. */
export function ensureWeb() {
  if (!existsSync(inProject('vite.config.ts'))) {
    progress('There is no vite.config.ts: the web is not built.')
    return
  }
  const stamp = inProject('dist', 'web-sources')
  const wanted = hashOfSources()
  const built = existsSync(inProject('dist', 'web', 'index.html')) && existsSync(stamp)
  if (built && readFileSync(stamp, 'utf8') === wanted) return
  const startedAt = Date.now()
  progress('Building the web …')
  const vite = inProject('node_modules', 'vite', 'bin', 'vite.js')
  const run = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: inProject(),
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (run.status !== 0) {
    throw cannotLaunch(`Building the web failed:\n${`${run.stdout ?? ''}${run.stderr ?? ''}`.trim()}`)
  }
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
  progress(`Web built in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`)
}

/** Of names and contents, tests left out. */
function hashOfSources() {
  const hash = createHash('sha256')
  for (const path of sources.map((source) => inProject(source)).flatMap(filesBelow)) {
    hash.update(path).update(readFileSync(path))
  }
  return hash.digest('hex')
}

function filesBelow(path) {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return []
  if (!found.isDirectory()) return /\.test\.tsx?$/.test(path) ? [] : [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)))
}
