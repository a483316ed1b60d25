import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** One chunk in the manifest of the build. */
export interface ManifestChunk {
  file: string
  src?: string
  isEntry?: boolean
  isDynamicEntry?: boolean
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
}
export type Manifest = Readonly<Record<string, ManifestChunk>>

export interface PageWeight {
  /** source of the page, for example `home/home-page.tsx`; `main.tsx` is loaded by every page */
  page: string
  /** bytes after gzip of all scripts that must load before the page can be drawn */
  scripts: number
  styles: number
}

/** The budget of docs/reference/promises.md#p8, in bytes after gzip. */
export const budgets = {
  script: 250 * 1024,
  /** in addition to a page, for the source editor */
  editor: 220 * 1024,
  /** a page with a chart, in total */
  chart: 480 * 1024,
  styles: 60 * 1024,
  /** an embedded visualization, without the code that draws it */
  embed: 120 * 1024,
  /** a shared dashboard, without the code that draws its visualizations */
  publicDashboard: 130 * 1024,
} as const

/** The application's start page; the others are shown without a session. */
const start = 'index.html'
export type VisitorPage = 'embed.html' | 'public-dashboard.html'

export function readManifest(distFolder: string): Manifest | null {
  const path = join(distFolder, '.vite/manifest.json')
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Manifest) : null
}

/** Weight of every page: the entry, the page's own chunk, and all their static imports. */
export function weighPages(manifest: Manifest, sizeOf: (file: string) => number): PageWeight[] {
  const pages = Object.keys(manifest).filter((key) => /-page\.tsx$/.test(manifest[key]?.src ?? ''))
  return [[], ...pages.map((page) => [page])].map((own) => {
    const chunks = closure(manifest, [start, ...own])
    return { page: own[0] ?? 'main.tsx', ...weigh(manifest, chunks, sizeOf) }
  })
}

/** Weight of a page that visitors load on its own, before its visualizations. */
export function weighVisitorPage(
  manifest: Manifest,
  page: VisitorPage,
  sizeOf: (file: string) => number,
): PageWeight {
  return { page, ...weigh(manifest, closure(manifest, [page]), sizeOf) }
}

/** The bytes that a lazy module adds to a loaded page. */
export function weighAddition(
  manifest: Manifest,
  page: string,
  addition: string,
  sizeOf: (file: string) => number,
): PageWeight {
  const before = closure(manifest, [start, page])
  const after = closure(manifest, [start, page, addition])
  const added = new Set([...after].filter((key) => !before.has(key)))
  return { page: addition, ...weigh(manifest, added, sizeOf) }
}

/** Size of a built file after gzip. */
export function gzipSizes(distFolder: string): (file: string) => number {
  const sizes = new Map<string, number>()
  return (file) => {
    const size = sizes.get(file) ?? gzipSync(readFileSync(join(distFolder, file)), { level: 9 }).length
    sizes.set(file, size)
    return size
  }
}

export function closure(manifest: Manifest, from: readonly string[]): Set<string> {
  const found = new Set<string>()
  const waiting = [...from]
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (found.has(key)) continue
    found.add(key)
    waiting.push(...(manifest[key]?.imports ?? []))
  }
  return found
}

/** Chunks that import each other, each cycle once: one may run before the code that it needs. */
export function importCycles(manifest: Manifest): string[] {
  const found: string[] = []
  const done = new Set<string>()
  const follow = (key: string, path: readonly string[]) => {
    if (path.includes(key)) found.push([...path.slice(path.indexOf(key)), key].join(' -> '))
    if (done.has(key) || path.includes(key)) return
    for (const imported of manifest[key]?.imports ?? []) follow(imported, [...path, key])
    done.add(key)
  }
  for (const key of Object.keys(manifest)) follow(key, [])
  return found
}

function weigh(manifest: Manifest, chunks: ReadonlySet<string>, sizeOf: (file: string) => number) {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  for (const key of chunks) {
    const chunk = manifest[key]
    if (chunk === undefined) continue
    if (chunk.file.endsWith('.js')) scripts.add(chunk.file)
    for (const style of chunk.css ?? []) styles.add(style)
  }
  const total = (files: ReadonlySet<string>) => [...files].reduce((sum, file) => sum + sizeOf(file), 0)
  return { scripts: total(scripts), styles: total(styles) }
}
