import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { documentPages } from '../../src/server/pages/page-documents.ts'
import {
  budgets,
  closure,
  gzipSizes,
  importCycles,
  type Manifest,
  readManifest,
  weighAddition,
  weighPages,
  weighVisitorPage,
} from '../../src/web/build/measure-bundle.ts'

const dist = fileURLToPath(new URL('../../dist/web', import.meta.url))
const built: Manifest | null = readManifest(dist)
if (built === null) throw new Error('dist/web is missing: npm test and npm start build it')

/**
 * See docs/reference/promises.md#p8. A live test, because it measures what `npm test` has built before the live tests.
 */
describe('the built web keeps its budget', () => {
  const sizeOf = gzipSizes(dist)
  const pages = weighPages(built, sizeOf)
  const isSourceEditor = (page: string) => /(new-query|query-source)-page\.tsx$/.test(page)
  const weightOf = (name: string) => pages.find(({ page }) => page.endsWith(name))?.scripts ?? Number.NaN

  it.each(pages.filter(({ page }) => !isSourceEditor(page)))('$page: scripts', ({ scripts }) => {
    expect(scripts).toBeLessThanOrEqual(budgets.script)
  })

  it.each(pages)('$page: styles', ({ styles }) => {
    expect(styles).toBeLessThanOrEqual(budgets.styles)
  })

  const view = Object.keys(built).find((key) => key.endsWith('query-view-page.tsx')) ?? ''
  const visualizations = Object.keys(built).filter((key) => key.endsWith('-visualization.ts'))

  it('each visualization type is a separate chunk', () => {
    expect(visualizations.length).toBeGreaterThanOrEqual(2)
  })

  it.each(visualizations)('a query with %s', (visualization) => {
    const added = weighAddition(built, view, visualization, sizeOf).scripts
    expect(added).toBeGreaterThan(0)
    expect(weightOf('query-view-page.tsx') + added).toBeLessThanOrEqual(budgets.chart)
  })

  it.each([
    ['embed.html', budgets.embed],
    ['public-dashboard.html', budgets.publicDashboard],
  ] as const)('%s before its visualizations', (page, budget) => {
    const { scripts, styles } = weighVisitorPage(built, page, sizeOf)
    expect(scripts).toBeGreaterThan(0)
    expect(scripts).toBeLessThanOrEqual(budget)
    expect(styles).toBeLessThanOrEqual(budgets.styles)
  })

  it('what the source editor adds', () => {
    const added = weightOf('query-source-page.tsx') - weightOf('query-view-page.tsx')
    expect(added).toBeLessThanOrEqual(budgets.editor)
  })

  it('no file imports one that imports it', () => {
    expect(importCycles(built)).toEqual([])
  })

  const documents = ['index.html', 'embed.html', 'public-dashboard.html']

  it.each(documents)('%s never loads the script of another document, which would start', (document) => {
    const loaded = new Set([document])
    // the set grows during this loop
    for (const key of loaded) {
      for (const next of [...(built[key]?.imports ?? []), ...(built[key]?.dynamicImports ?? [])])
        loaded.add(next)
    }
    expect(documents.filter((each) => loaded.has(each))).toEqual([document])
  })

  it.each(documentPages)('the document of %s names what it will load', (page) => {
    const html = readFileSync(`${dist}/pages/${page}.html`, 'utf8')
    const key = Object.keys(built).find((source) => source.endsWith(`/${page}.tsx`)) ?? ''
    const files = [...closure(built, ['index.html', key])].flatMap((chunk) => built[chunk]?.file ?? [])
    expect(files.length).toBeGreaterThan(5)
    expect(files.filter((file) => !html.includes(`"/${file}"`))).toEqual([])
  })
})
