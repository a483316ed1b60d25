/** An entry of package-lock.json. */
interface LockEntry {
  version?: string
  dev?: boolean
}
interface Lock {
  packages: Record<string, LockEntry>
}
interface Manifest {
  name: string
  version: string
  dependencies: Record<string, string>
}
/** Packages that the built server loads from node_modules. */
export const runtimePackages: readonly string[]
/** package.json of a release. */
export function runtimeManifest(manifest: Manifest): Manifest
/** The part of the lock file that belongs to the runtime packages. */
export function runtimeLock(lock: Lock, manifest: Manifest): Lock
