import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runProgram, type StepResult, secondsSince } from './step.ts'

interface SystemNeed {
  /** Debian's package */
  package: string
  isThere(): boolean
  /** whether there is a substitute if the package is not available */
  hasStandIn?(): boolean
}

const programFolders = ['/usr/sbin', '/sbin', '/usr/local/sbin', '/usr/libexec']

/** What the tests need besides npm packages. */
const needs: readonly SystemNeed[] = [
  {
    // renders as Chromium does in two thirds of the time, without a browser window
    package: 'chromium-headless-shell',
    isThere: () => isProgram('chromium-headless-shell'),
    hasStandIn: () => isProgram('chromium'),
  },
  { package: 'mariadb-server', isThere: () => ['mariadbd', 'mysqld'].some(isProgram) },
  { package: 'slapd', isThere: () => isProgram('slapd') },
  { package: 'openssh-server', isThere: () => isProgram('sshd') },
  { package: 'openssl', isThere: () => isProgram('openssl') },
  { package: 'procps', isThere: () => isProgram('ps') },
  // network namespaces for tests of name servers
  { package: 'iproute2', isThere: () => isProgram('ip') },
  {
    package: 'fonts-dejavu-core',
    isThere: () => hasFiles('/usr/share/fonts') || hasFiles('/usr/local/share/fonts'),
  },
]

/** Installs what is missing if it may; otherwise fails with the command to run. */
export async function ensureSystemPackages(print: (text: string) => void): Promise<StepResult> {
  const start = performance.now()
  const wrong = await installMissing(print)
  const seconds = secondsSince(start)
  if (wrong === null) return { name: 'system packages', passed: 1, failed: 0, seconds }
  print(`\n── system packages ──\n${wrong}\n`)
  return { name: 'system packages', passed: 0, failed: 1, seconds }
}

const isMissing = (need: SystemNeed): boolean => !need.isThere()
const cannotDoWithout = (need: SystemNeed): boolean => isMissing(need) && need.hasStandIn?.() !== true
const namesOf = (list: readonly SystemNeed[]): string[] => list.map((need) => need.package)

async function installMissing(print: (text: string) => void): Promise<string | null> {
  const missing = namesOf(needs.filter(isMissing))
  if (missing.length === 0) return null
  const wrong = await install(missing, print)
  const still = namesOf(needs.filter(cannotDoWithout))
  if (still.length === 0) return null
  return wrong ?? `Installed, but not found afterwards: ${still.join(', ')}`
}

/** Returns the problem, or null. */
async function install(missing: readonly string[], print: (text: string) => void): Promise<string | null> {
  const command = `apt-get update && apt-get install -y --no-install-recommends ${missing.join(' ')}`
  if (process.getuid?.() !== 0 || !isProgram('apt-get')) {
    return `The tests need packages of the system that are missing. Run as root: ${command}`
  }
  print(`Installing packages of the system: ${missing.join(', ')} …\n`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const patience = ['-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=3']
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...missing]]) {
    const { exitCode, output } = await runProgram('apt-get', [...patience, '-q', ...args], { env })
    if (exitCode !== 0) return `${command}\nfailed:\n${output.trim().split('\n').slice(-15).join('\n')}`
  }
  return null
}

function isProgram(name: string): boolean {
  return [...(process.env.PATH ?? '').split(delimiter), ...programFolders].some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

const hasFiles = (folder: string): boolean => existsSync(folder) && readdirSync(folder).length > 0
