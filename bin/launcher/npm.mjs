import { spawnSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import process from 'node:process'
import { cannotLaunch, inProject } from './project.mjs'

/** Runs npm quietly in the project or another folder, and returns its output; throws with the end of it when it fails. */
export function npm(args, what, folder = inProject()) {
  const quiet = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error', '--no-update-notifier']
  const run = spawnSync(process.execPath, [npmScript(), ...args, ...quiet], {
    cwd: folder,
    maxBuffer: 64_000_000,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, npm_config_omit: '', npm_config_production: '', NODE_ENV: '' },
  })
  if (run.status === 0) return run.stdout
  const lines = `${run.stdout ?? ''}${run.stderr ?? ''}${run.error?.message ?? ''}`
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.includes('A complete log'))
  throw cannotLaunch(
    `${what} failed: npm ${args[0]} ended with ${run.status ?? run.signal}.\n${lines.slice(-8).join('\n')}`,
  )
}

/** npm-cli.js of the npm that runs us, else next to this Node, else of the npm on the PATH. */
function npmScript() {
  const beside = dirname(process.execPath)
  const candidates = [
    process.env.npm_execpath,
    join(beside, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(beside, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    ...(process.env.PATH ?? '')
      .split(delimiter)
      .flatMap((folder) => [join(folder, 'npm'), join(folder, 'node_modules', 'npm', 'bin', 'npm-cli.js')]),
  ]
  for (const candidate of candidates) {
    if (!candidate || !existsSync(candidate)) continue
    const script = realpathSync(candidate)
    if (/npm-cli\.c?js$/.test(script)) return script
    // /usr/bin/npm of Debian and others links into a package that contains the cli
    const cli = join(dirname(script), 'npm-cli.js')
    if (existsSync(cli)) return cli
  }
  throw cannotLaunch('npm was not found. Install it (Debian: apt-get install npm), or start with: npm start')
}
