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
const stampFile = inProject('dist', 'web-sources.json')

/** Builds the web into dist/web unless what is there was made from the same sources. */
export function ensureWeb() {
  if (!existsSync(inProject('vite.config.ts'))) {
    progress('There is no vite.config.ts: the web is not built.')
    return
  }
  const files = sources.map((source) => inProject(source)).flatMap(filesBelow)
  const stamp = readStamp()
  // names, sizes and times say quickly that nothing has changed; when they differ, the contents decide
  const outside = hashOf(files, (path) => `${statSync(path).size} ${statSync(path).mtimeMs}`)
  if (stamp?.outside === outside) return
  const contents = hashOf(files, (path) => readFileSync(path))
  if (stamp?.contents !== contents) build()
  mkdirSync(dirname(stampFile), { recursive: true })
  writeFileSync(stampFile, JSON.stringify({ outside, contents }))
}

function build() {
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
  progress(`Web built in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`)
}

function readStamp() {
  if (!existsSync(stampFile) || !existsSync(inProject('dist', 'web', 'index.html'))) return null
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'))
  } catch {
    return null
  }
}

function hashOf(files, about) {
  const hash = createHash('sha256')
  for (const path of files) hash.update(path.slice(inProject().length)).update(about(path))
  return hash.digest('hex')
}

/** In a fixed order, tests left out. */
function filesBelow(path) {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return []
  if (!found.isDirectory()) return /\.test\.tsx?$/.test(path) ? [] : [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)))
}
