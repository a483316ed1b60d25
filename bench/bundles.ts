import { fileURLToPath } from 'node:url'
import {
  budgets,
  gzipSizes,
  type Manifest,
  readManifest,
  weighAddition,
  weighPages,
  weighVisitorPage,
} from '../src/web/build/measure-bundle.ts'
import type { Report } from './figure.ts'

const dist = fileURLToPath(new URL('../dist/web', import.meta.url))
const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(0)} KB`

/** docs/reference/promises.md#p8: size after gzip of what a browser loads first from dist/web. */
export async function benchBundles(report: Report): Promise<void> {
  const manifest = readManifest(dist)
  if (manifest === null) throw new Error('dist/web is missing: run `npx vite build` first.')
  const sizeOf = gzipSizes(dist)
  const pages = weighPages(manifest, sizeOf)
  const weigh = (what: string, value: number, limit: number) =>
    report({
      promise: 'P8',
      what,
      value: kilobytes(value),
      promised: `<= ${kilobytes(limit)}`,
      ok: value <= limit,
    })

  const plain = pages.filter(({ page }) => !/query-(source|view)|new-query/.test(page))
  const heaviest = plain.reduce((most, page) => (page.scripts > most.scripts ? page : most))
  weigh(
    `script of the heaviest page without editor or chart (${heaviest.page})`,
    heaviest.scripts,
    budgets.script,
  )
  const styles = pages.reduce((most, page) => (page.styles > most.styles ? page : most))
  weigh(`styles of the heaviest page (${styles.page})`, styles.styles, budgets.styles)

  const view = findPage(pages, 'query-view-page')
  const chart = weighAddition(manifest, view.page, findModule(manifest, 'chart-visualization'), sizeOf)
  weigh(`script of the query page with a chart (${view.page})`, view.scripts + chart.scripts, budgets.chart)
  const source = findPage(pages, 'query-source-page')
  weigh('script that the source editor adds to the query page', source.scripts - view.scripts, budgets.editor)
  weigh(
    'script of an embedded visualization before its renderer',
    weighVisitorPage(manifest, 'embed.html', sizeOf).scripts,
    budgets.embed,
  )
  weigh(
    'script of a shared dashboard before its renderers',
    weighVisitorPage(manifest, 'public-dashboard.html', sizeOf).scripts,
    budgets.publicDashboard,
  )
}

function findPage<P extends { page: string }>(pages: readonly P[], name: string): P {
  const found = pages.find(({ page }) => page.includes(name))
  if (found === undefined) throw new Error(`The build has no page ${name}.`)
  return found
}

function findModule(manifest: Manifest, name: string): string {
  const found = Object.keys(manifest).find((key) => key.includes(name))
  if (found === undefined) throw new Error(`The build has no module ${name}.`)
  return found
}
