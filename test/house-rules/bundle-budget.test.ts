import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { documentPages } from '../../src/server/pages/page-documents.ts'
import {
  budgets,
  circles,
  closure,
  gzipSizes,
  type Manifest,
  readManifest,
  weighAddition,
  weighPages,
  weighVisitorPage,
} from '../../src/web/build/measure-bundle.ts'

const dist = fileURLToPath(new URL('../../dist/web', import.meta.url))

describe('weighing', () => {
  const manifest: Manifest = {
    'index.html': { file: 'main.js', isEntry: true, imports: ['_shared.js'], css: ['main.css'] },
    '_shared.js': { file: 'shared.js', css: ['shared.css'] },
    'a/a-page.tsx': { file: 'a.js', src: 'a/a-page.tsx', imports: ['_shared.js', '_cycle.js'] },
    '_cycle.js': { file: 'cycle.js', imports: ['a/a-page.tsx'], css: ['main.css'] },
    'embed.html': { file: 'embed.js', isEntry: true, imports: ['_small.js'], css: ['main.css'] },
    '_small.js': { file: 'small.js', css: ['small.css'] },
    'a/lazy.tsx': { file: 'lazy.js', src: 'a/lazy.tsx', imports: ['_shared.js'] },
  }
  const sizes: Record<string, number> = {
    'main.js': 1,
    'shared.js': 10,
    'a.js': 100,
    'cycle.js': 1000,
    'lazy.js': 5,
    'embed.js': 3,
    'small.js': 30,
    'small.css': 700,
    'main.css': 7,
    'shared.css': 70,
  }
  const sizeOf = (file: string) => sizes[file] ?? Number.NaN

  it('counts every static import of a page once', () => {
    expect(weighPages(manifest, sizeOf)).toEqual([
      { page: 'main.tsx', scripts: 11, styles: 77 },
      { page: 'a/a-page.tsx', scripts: 1111, styles: 77 },
    ])
  })

  it('keeps the embedded page apart', () => {
    const page = 'embed.html'
    expect(weighVisitorPage(manifest, page, sizeOf)).toEqual({ page, scripts: 33, styles: 707 })
  })

  it('finds files that import each other', () => {
    expect(circles(manifest)).toEqual(['a/a-page.tsx -> _cycle.js -> a/a-page.tsx'])
  })

  it('counts only what a lazy part adds', () => {
    expect(weighAddition(manifest, 'a/a-page.tsx', 'a/lazy.tsx', sizeOf)).toMatchObject({ scripts: 5 })
  })
})

const manifest = readManifest(dist)

/** Promise P8. `npm test` builds the web before; without a build there is nothing to weigh. */
describe.runIf(manifest !== null)('the built web keeps its budget', () => {
  const built: Manifest = manifest ?? {}
  const sizeOf = gzipSizes(dist)
  const pages = manifest === null ? [] : weighPages(built, sizeOf)
  const isSourceEditor = (page: string) => /(new-query|query-source)-page\.tsx$/.test(page)
  const weightOf = (name: string) => pages.find(({ page }) => page.endsWith(name))?.scripts ?? Number.NaN

  it.each(pages.filter(({ page }) => !isSourceEditor(page)))('$page: scripts', ({ scripts }) => {
    expect(scripts).toBeLessThanOrEqual(budgets.script)
  })

  it.each(pages)('$page: styles', ({ styles }) => {
    expect(styles).toBeLessThanOrEqual(budgets.styles)
  })

  const view = Object.keys(built).find((key) => key.endsWith('query-view-page.tsx')) ?? ''
  const pictures = Object.keys(built).filter((key) => key.endsWith('-visualization.ts'))

  it('each kind of picture is a chunk of its own', () => {
    expect(pictures.length).toBeGreaterThanOrEqual(2)
  })

  it.each(pictures)('a query with %s', (picture) => {
    const added = weighAddition(built, view, picture, sizeOf).scripts
    expect(added).toBeGreaterThan(0)
    expect(weightOf('query-view-page.tsx') + added).toBeLessThanOrEqual(budgets.chart)
  })

  it.each([
    ['embed.html', budgets.embed],
    ['public-dashboard.html', budgets.publicDashboard],
  ] as const)('%s before its pictures', (page, budget) => {
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
    expect(circles(built)).toEqual([])
  })

  it.each(documentPages)('the document of %s names what it will load', (page) => {
    const html = readFileSync(`${dist}/pages/${page}.html`, 'utf8')
    const key = Object.keys(built).find((source) => source.endsWith(`/${page}.tsx`)) ?? ''
    const files = [...closure(built, ['index.html', key])].flatMap((chunk) => built[chunk]?.file ?? [])
    expect(files.length).toBeGreaterThan(10)
    expect(files.filter((file) => !html.includes(`"/${file}"`))).toEqual([])
  })
})
