// Run by hand after `npm install` against a registry that serves the packages of its own platform only: such a registry
// leaves the optional packages of other platforms out of package-lock.json, and `npm ci` then refuses the lock file as
// incomplete. This adds them: version from the package that asks for them, platform from their names.
import { readFileSync, writeFileSync } from 'node:fs'
import { inProject } from './launcher/project.mjs'

const systems = {
  ...{ android: 'android', darwin: 'darwin', macos: 'darwin', freebsd: 'freebsd', openbsd: 'openbsd' },
  ...{
    netbsd: 'netbsd',
    linux: 'linux',
    linuxmusl: 'linux',
    openharmony: 'openharmony',
    sunos: 'sunos',
    aix: 'aix',
  },
  ...{ win32: 'win32', windows: 'win32', wasm32: 'wasi', wasi: 'wasi' },
}
const processors = {
  ...{ x64: 'x64', arm64: 'arm64', aarch64: 'arm64', arm: 'arm', ia32: 'ia32', x86: 'ia32', ppc64: 'ppc64' },
  ...{ riscv64: 'riscv64', s390x: 's390x', loong64: 'loong64', mips64el: 'mips64el', wasm32: 'wasm32' },
}

const path = inProject('package-lock.json')
const lock = JSON.parse(readFileSync(path, 'utf8'))
const added = []
for (const [at, entry] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (found(at, name)) continue
    lock.packages[`node_modules/${name}`] = {
      version: range.replace(/^[\^~=v]+/, ''),
      ...platformOf(name),
      ...(entry.dev ? { dev: true } : {}),
      optional: true,
    }
    added.push(name)
  }
}
const sorted = Object.entries(lock.packages).sort(([one], [other]) => one.localeCompare(other, 'en'))
lock.packages = Object.fromEntries(sorted)
if (added.length > 0) writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
console.log(
  added.length === 0 ? 'package-lock.json is complete.' : `Added ${added.length}: ${added.join(', ')}`,
)

/** Looks packages up as Node does: next to the importing package, then further up. */
function found(at, name) {
  for (let folder = at; ; folder = folder.replace(/\/?node_modules\/(?:@[^/]+\/)?[^/]+$/, '')) {
    if (lock.packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`]) return true
    if (folder === '') return false
  }
}

function platformOf(name) {
  const words = name.toLowerCase().split(/[^a-z0-9]+/)
  const os = words.map((word) => systems[word]).find(Boolean)
  const cpu = words.map((word) => processors[word]).find(Boolean)
  const musl = words.some((word) => word.includes('musl'))
  const libc = os === 'linux' ? { libc: [musl ? 'musl' : 'glibc'] } : {}
  return { ...(cpu ? { cpu: [cpu] } : {}), ...libc, ...(os ? { os: [os] } : {}) }
}
