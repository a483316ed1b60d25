import { fileURLToPath } from 'node:url'
import {
  budgets,
  gzipSizes,
  readManifest,
  weighAddition,
  weighPages,
} from '../src/web/build/measure-bundle.ts'

/** P8: gzip weight of every page of the built web. Run: node bench/bundle-size.ts [dist folder] */
const folder = process.argv[2] ?? fileURLToPath(new URL('../dist/web', import.meta.url))
const manifest = readManifest(folder)
if (manifest === null) {
  console.error(`${folder} holds no build: run "npx vite build" first.`)
  process.exit(1)
}

const sizeOf = gzipSizes(folder)
const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1).padStart(6)} KB`

console.log(`P8 budgets: scripts ${kilobytes(budgets.script)}, styles ${kilobytes(budgets.styles)}`)
for (const { page, scripts, styles } of weighPages(manifest, sizeOf)) {
  console.log(`P8 ${page.padEnd(44)} scripts ${kilobytes(scripts)}   styles ${kilobytes(styles)}`)
}
const view = Object.keys(manifest).find((key) => key.endsWith('query-view-page.tsx'))
const lazy = Object.keys(manifest).filter((key) => /-(renderer|editor)\.tsx$/.test(manifest[key]?.src ?? ''))
for (const addition of view === undefined ? [] : lazy) {
  const { scripts } = weighAddition(manifest, view ?? '', addition, sizeOf)
  console.log(`P8 + ${addition.padEnd(42)} scripts ${kilobytes(scripts)}   (on top of the query page)`)
}
