import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folders = ['src', 'test', 'bench', 'bin', 'docs', 'migrations']
const self = relative(root, fileURLToPath(import.meta.url))

const files = [
  ...folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  ),
  ...readdirSync(root, { encoding: 'utf8' }),
].filter(
  (file) =>
    /\.(?:tsx?|[cm]?js|css|sql|md)$/.test(file) && file !== self && statSync(join(root, file)).isFile(),
)

const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))

/** The anchor that GitHub gives a heading: `### Job status codes` -> `job-status-codes`. */
function slugOf(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}

function anchorsOf(page: string): Set<string> {
  const anchors = new Set<string>()
  const counts = new Map<string, number>()
  const prose = page.replace(/^```[\s\S]*?^```/gm, '')
  for (const [, heading = ''] of prose.matchAll(/^#{1,6} +(.+)$/gm)) {
    const slug = slugOf(heading)
    const count = counts.get(slug) ?? 0
    counts.set(slug, count + 1)
    anchors.add(count === 0 ? slug : `${slug}-${count}`)
  }
  return anchors
}

const anchors = new Map<string, Set<string>>()

/** Whether the file and, with an anchor, the heading exist. `file`: from the root of the repository. */
function isThere(file: string, anchor: string | undefined): boolean {
  if (!existsSync(join(root, file))) return false
  if (anchor === undefined || !file.endsWith('.md')) return true
  let known = anchors.get(file)
  if (known === undefined) {
    known = anchorsOf(readFileSync(join(root, file), 'utf8'))
    anchors.set(file, known)
  }
  return known.has(anchor)
}

/** Joins each comment to one line, because a citation may span lines. */
function joined(text: string): string {
  return text.replace(/\n[ \t]*(?:\*(?!\/)|\/\/|--)?[ \t]*/g, ' ')
}

/** Documents outside this repository that comments used to cite. */
const strangers: readonly [what: string, pattern: RegExp][] = [
  ['a paper outside the repository', /\breference-(?:api|visualizations|connectors)\b/gi],
  ['a part of a specification', /\bparts? [12],? (?:section|§)/gi],
  ['a promise by its number alone', /\bpromises? [PRS]\d+b?\b/gi],
  ['the specification', /\bspecification\b|\bspec[ /]README/gi],
  ['the notes on the interface', /\binterface\.md\b/gi],
  ['an issue', /\bissues? #?\d+\b/gi],
  ['a section of nothing that is named', /(?<!semver\.org, |RFC \d{3,5}[, ]{1,2})\bsections? \d/gi],
  ['a folder outside the repository', /\/work\/(?:shared|main)\b/g],
]

function strangersIn(text: string): string[] {
  const line = joined(text)
  return strangers.flatMap(([what, pattern]) =>
    [...line.matchAll(pattern)].map(
      (found) => `${what}: …${line.slice(found.index - 40, found.index + 40)}…`,
    ),
  )
}

describe('citations', () => {
  it('lead to a heading of docs/reference', () => {
    const dangling: string[] = []
    for (const [file, text] of texts) {
      // links are checked below
      for (const [, page = '', anchor] of text.matchAll(/\b(docs\/[\w/-]+\.md)(?:#([\w-]+))?/g)) {
        if (!isThere(page, anchor))
          dangling.push(`${file}: ${page}${anchor === undefined ? '' : `#${anchor}`}`)
      }
    }
    expect(dangling).toEqual([])
  })

  it('cite nothing outside of the repository', () => {
    const found = [...texts].flatMap(([file, text]) => strangersIn(text).map((each) => `${file}: ${each}`))
    expect(found).toEqual([])
  })

  it.each([
    '/** Runs text (reference-api 5.3). */',
    ' * edit it (part 1, section\n * 6). Widgets',
    '// promises S5: nothing',
    '/** For owners (specification part 2, section 6). */',
    '(design/interface.md)',
    '(issue 4)',
    '/work/shared/spec',
  ])('would be noticed: %j', (text) => expect(strangersIn(text)).not.toEqual([]))

  it('may cite sections of published documents', () => {
    expect(strangersIn('// semver.org, section 11, and RFC 6238 section 5')).toEqual([])
  })
})

describe('links of the pages', () => {
  it('lead to a file and heading', () => {
    const dangling: string[] = []
    for (const [file, text] of texts) {
      if (!file.endsWith('.md')) continue
      for (const [, link = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^[a-z]+:|^\//.test(link)) continue
        const [path = '', anchor] = link.split('#')
        const target = path === '' ? file : join(dirname(file), path)
        if (!isThere(target, anchor)) dangling.push(`${file}: ${link}`)
      }
    }
    expect(dangling).toEqual([])
  })

  it('use the anchors of GitHub', () => {
    expect(slugOf('Job-shaped errors')).toBe('job-shaped-errors')
    expect(slugOf('CSV and TSV')).toBe('csv-and-tsv')
    expect(slugOf('`next`: where to [go](x.md)?')).toBe('next-where-to-go')
    expect([...anchorsOf('# A\n## B\n```\n# no\n```\n## B\n')]).toEqual(['a', 'b', 'b-1'])
  })
})
