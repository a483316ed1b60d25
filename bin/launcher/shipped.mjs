import { existsSync, readFileSync } from 'node:fs'
import process from 'node:process'
import { cannotLaunch, inProject } from './project.mjs'

/**
 * What a release says about itself (bin/release/make-release.mjs): the built server, and the platform of the packages
 * that it brings. Null in the repository, where the launcher installs and builds.
 */
export function shippedRelease() {
  const file = inProject('release.json')
  if (!existsSync(file)) return null
  const { main, platform } = JSON.parse(readFileSync(file, 'utf8'))
  return { main: inProject(main), platform }
}

/** Throws unless the release was made for this machine. A release as an npm package is for any. */
export function requireSamePlatform({ platform }) {
  const here = `${process.platform}-${process.arch}`
  if (platform === null || platform === here) return
  throw cannotLaunch(`This release of Sextant is for ${platform}; this machine is ${here}.`)
}
