import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { allProse, type Prose, proseOfCode, proseOfPage } from './prose.ts'

/** The words of docs/glossary.md that are never right: those in backticks in the first column of the last table. */
function wordsToAvoid(): string[] {
  const [, table = ''] = readFileSync('docs/glossary.md', 'utf8').split('## Words we avoid')
  const cells = [...table.matchAll(/^\| (.+?) \| .+ \|$/gm)].map(([, cell = '']) => cell)
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word))
}

const pattern = new RegExp(`\\b(?:${wordsToAvoid().join('|')})\\b`, 'giu')

interface Exception {
  file: string
  words: readonly string[]
  reason: string
}

const exceptions: readonly Exception[] = [
  { file: 'docs/help/alerts.md', words: ['e-mail'], reason: 'a keyword that readers search for' },
  { file: 'src/server/http/request-language.db.test.ts', words: ['e-mail'], reason: 'German' },
  { file: 'docs/help/heatmap.md', words: ['colour'], reason: 'a keyword that readers search for' },
  { file: 'docs/help/maps.md', words: ['colour'], reason: 'a keyword that readers search for' },
  { file: 'src/visualizations/details/details-gallery.ts', words: ['he', 'himself'], reason: 'a story' },
  { file: 'src/visualizations/table/table-gallery.ts', words: ['he', 'his'], reason: 'a poem' },
  { file: 'test/e2e/gallery-table.e2e.test.ts', words: ['he', 'himself'], reason: 'a story' },
  { file: 'src/server/http/request-language.db.test.ts', words: ['he'], reason: 'the tag of Hebrew' },
  { file: 'src/server/http/choose-language.test.ts', words: ['he'], reason: 'the tag of Hebrew' },
  { file: 'src/server/pages/message-catalogues.db.test.ts', words: ['he'], reason: 'the tag of Hebrew' },
]

/** This test names the words. */
const self = 'test/house-rules/plain-words.test.ts'

function found(prose: readonly Prose[]): (Prose & { word: string })[] {
  return prose.flatMap((one) =>
    [...one.text.matchAll(pattern)].map(([word]) => ({ ...one, word: word.toLowerCase() })),
  )
}

describe('words that the glossary avoids', () => {
  const all = found(allProse().filter(({ file }) => file !== self))

  it('are read from its table', () => {
    expect(wordsToAvoid()).toContain('somebody')
    expect(wordsToAvoid().length).toBeGreaterThan(20)
  })

  it('are in no comment, text, title or page', () => {
    const strange = all.filter(
      ({ file, word }) => !exceptions.some((one) => one.file === file && one.words.includes(word)),
    )
    expect(strange.map(({ file, line, word }) => `${file}:${line}: ${word}`)).toEqual([])
  })

  it('have no exceptions that are not needed', () => {
    const needed = (file: string, word: string) => all.some((one) => one.file === file && one.word === word)
    const unneeded = exceptions.flatMap(({ file, words }) => words.filter((word) => !needed(file, word)))
    expect(unneeded).toEqual([])
  })

  it.each([
    ['/** Whoever has the link. */', ['whoever']],
    ['/**\n * So good that somebody\n * else reads it.\n */', ['somebody']],
    ["t('Shown to everybody here')", ['everybody']],
    [`const x = \`read \${what} anew\``, ['anew']],
    ["it('gets his own page', () => {})", ['his']],
    ["const user = 'somebody'", []],
    ['const somebody = await find()', []],
    ['/** The field `colour` of the file. */', []],
    ["import { licence } from './the colour of it.ts'", []],
  ])('are found in %s', (code, words) => {
    expect(found(proseOfCode('example.ts', code)).map(({ word }) => word)).toEqual(words)
  })

  it('are found in pages, but not in their code', () => {
    const page = 'A colour.\n```\ncolour\n```\n`colour` and [a](colour.md)\n'
    expect(found(proseOfPage('page.md', page)).map(({ line }) => line)).toEqual([1])
  })
})

it('limits are called max and min, and what throws unless it finds something require', () => {
  const strange = globSync('{src,test,bench,bin}/**/*.{ts,tsx,js,mjs}').flatMap((file) =>
    [
      ...readFileSync(file, 'utf8').matchAll(
        /\bconst (?:most|least|longest|shortest|largest)[A-Z]\w* = -?\d|\bfunction demand[A-Z]/g,
      ),
    ].map(([name]) => `${file}: ${name}`),
  )
  expect(strange).toEqual([])
})
