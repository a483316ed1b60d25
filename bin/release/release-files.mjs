import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { inProject } from '../launcher/project.mjs'

/** Files that the built server reads where they stand in the repository, and what a person reads first. */
export const carried = [
  ...[
    'LICENSE',
    'README.md',
    'SECURITY.md',
    'bin/sextant.mjs',
    'bin/launcher',
    'dist/web',
    'migrations',
    'docs',
  ],
  ...['src/server/pages/assets', 'src/server/pages/custom-chart', 'src/server/pages/help/assets'],
  'src/server/pages/api-docs',
  ...['src/web/alerting/destinations/logos', 'src/web/ui/brand', 'deploy'],
]
/** pictures of README.md and types */
const leftOut = /(^docs\/(screens|reference)$)|\.(test\.ts|tsx?|d\.mts)$/

/** Copies what both kinds of release hold. `main` is the built server's file, `programs` the folder of its programs. */
export function copyFiles(folder, { main, programs }) {
  for (const path of carried) copy(path, folder)
  for (const path of [dirname(main), programs]) copy(relative(inProject(), path), folder)
  for (const path of filesBelow(inProject('src/connectors'))) {
    if (path.endsWith('.svg')) copy(relative(inProject(), path), folder)
  }
}

function copy(path, folder) {
  if (statSync(inProject(path), { throwIfNoEntry: false }) === undefined) return
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  cpSync(inProject(path), join(folder, path), {
    recursive: true,
    filter: (source) => !leftOut.test(relative(inProject(), source)),
  })
}

/** Makes `sextant` of the folder: it needs no other Node and no npm. */
export function writeStarter(folder) {
  const path = join(folder, 'sextant')
  writeFileSync(
    path,
    `#!/bin/sh
# Starts Sextant with the Node of this folder, also through a symbolic link.
here=$(dirname -- "$(readlink -f -- "$0")")
exec "$here/node/bin/node" "$here/bin/sextant.mjs" "$@"
`,
  )
  chmodSync(path, 0o755)
}

const developing =
  /\.(map|a|pc|d\.[cm]?ts|ts|flow|markdown)$|(^|\/)(README|CHANGELOG|HISTORY|CONTRIBUTING)[^/]*$/i

/** Removes from packages what no program reads: types, source maps, notes, and the demo's unused data. */
export function trimPackages(modules) {
  const demo = readFileSync(inProject('src/server/operator/demo/seed-demo.ts'), 'utf8')
  for (const path of filesBelow(modules)) {
    const name = relative(modules, path)
    const isUnusedData =
      name.startsWith('vega-datasets/') &&
      !name.endsWith('/package.json') &&
      !name.includes('LICENSE') &&
      !demo.includes(`{data}/${relative('vega-datasets/data', name)}`)
    // a build of vega-datasets is what Node resolves the package by
    if (isUnusedData && !name.startsWith('vega-datasets/build/')) rmSync(path)
    else if (developing.test(name)) rmSync(path)
  }
}

export function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
