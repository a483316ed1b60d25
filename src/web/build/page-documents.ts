import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { closure, type Manifest, readManifest } from './measure-bundle.ts'

/** Lazy parts that a page shows at once; their script loads while their data is fetched. */
const partsOf: Readonly<Record<string, readonly RegExp[]>> = {
  'dashboard-page': [
    /visualization-renderer\.tsx$/,
    /\/(widget-footer|widget-menu|visualization-menu)\.tsx$/,
  ],
}

/**
 * Vite plugin: writes `pages/<page>.html` for each page: the start page plus links to all files that this page needs.
 * The browser then fetches them in parallel, rather than discovering one after another.
 */
export function writePageDocuments() {
  return {
    name: 'sextant-page-documents',
    apply: 'build' as const,
    writeBundle({ dir }: { dir?: string }) {
      if (dir === undefined) return
      const manifest = readManifest(dir)
      if (manifest === null) throw new Error('The build has written no manifest.')
      const start = readFileSync(join(dir, 'index.html'), 'utf8')
      mkdirSync(join(dir, 'pages'), { recursive: true })
      for (const [name, links] of linksOfPages(manifest)) {
        writeFileSync(join(dir, 'pages', `${name}.html`), start.replace('</head>', `${links}\n  </head>`))
      }
    },
  }
}

/** Page (`dashboard-page`) -> links to the files that it needs besides the start page. */
export function linksOfPages(manifest: Manifest): Map<string, string> {
  const keys = Object.keys(manifest)
  const atStart = filesOf(manifest, ['index.html'])
  const pages = keys.filter((key) => /-page\.tsx$/.test(manifest[key]?.src ?? ''))
  return new Map(
    pages.map((page) => {
      const name = basename(page, '.tsx')
      const parts = keys.filter((key) => partsOf[name]?.some((part) => part.test(key)))
      const files = [...filesOf(manifest, [page, ...parts])].filter((file) => !atStart.has(file))
      return [name, files.map(linkTo).join('\n')]
    }),
  )
}

function filesOf(manifest: Manifest, keys: readonly string[]): Set<string> {
  const chunks = [...closure(manifest, keys)].flatMap((key) => manifest[key] ?? [])
  return new Set([...chunks.flatMap(({ css }) => css ?? []), ...chunks.map(({ file }) => file)])
}

function linkTo(file: string): string {
  return file.endsWith('.css')
    ? `    <link rel="stylesheet" crossorigin href="/${file}">`
    : `    <link rel="modulepreload" crossorigin href="/${file}">`
}
