import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type PackedText, pack } from '../packed-text.ts'
import type { SearchedPage } from './assets/help-search.js'
import { helpAddress } from './help-address.ts'
import { helpContents } from './help-contents.ts'
import { type HelpTitles, renderHelpPage } from './help-page.ts'
import { helpRenderer, type Pictures } from './render-help.ts'

/** The source of a page of docs/help. */
interface HelpSource {
  /** name of its file, and its address: `source-editor` */
  name: string
  title: string
  /** one sentence, without markup */
  summary: string
  /** search words that the text does not contain */
  keywords: string
  markdown: string
}

const fields = ['title', 'summary', 'keywords'] as const

/** Splits off the front matter: `title`, `summary` and `keywords`, one per line. */
function readHelpSource(name: string, file: string): HelpSource {
  const [, head, markdown] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(file.replaceAll('\r\n', '\n')) ?? []
  if (head === undefined || markdown === undefined)
    throw new Error(`docs/help/${name}.md has no front matter.`)
  const values = new Map(
    head.split('\n').map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trim()]
    }),
  )
  const [title = '', summary = '', keywords = ''] = fields.map((field) => values.get(field) ?? '')
  if (title === '' || summary === '') throw new Error(`docs/help/${name}.md has no title or no summary.`)
  return { name, title, summary, keywords, markdown }
}

const folder = fileURLToPath(new URL('../../../../docs/help', import.meta.url))

/** All rendered pages of the help. */
export interface HelpLibrary {
  titles: HelpTitles
  pages: ReadonlyMap<string, PackedText>
  /** the search index, for the browser and for the server */
  packedIndex: PackedText
  index: readonly SearchedPage[]
}

/** Reads and renders docs/help; called once, when the help is first opened. */
export async function readHelpLibrary(): Promise<HelpLibrary> {
  const { default: Markdown } = await import('markdown-it')
  const render = helpRenderer(Markdown)
  const [sources, pictures] = await Promise.all([readSources(), readPictures()])
  const titles = new Map(sources.map(({ name, title }) => [name, title]))
  const rendered = sources.map((source) => ({ source, ...render(source.markdown, pictures) }))
  const index = rendered.map(({ source, sections }) => searchedPage(source, sections))
  const pages = rendered.map(({ source, html, sections }): [string, PackedText] => {
    const page = renderHelpPage({ ...source, html, sections }, titles)
    return [source.name, pack('text/html; charset=utf-8', page)]
  })
  return {
    titles,
    pages: new Map(pages),
    packedIndex: pack('application/json; charset=utf-8', JSON.stringify(index)),
    index,
  }
}

function readSources(): Promise<HelpSource[]> {
  const names = helpContents.flatMap(({ pages }) => pages)
  return Promise.all(
    names.map(async (name) => readHelpSource(name, await readFile(join(folder, `${name}.md`), 'utf8'))),
  )
}

async function readPictures(): Promise<Pictures> {
  const files = (await readdir(join(folder, 'pictures'))).filter((file) => file.endsWith('.svg'))
  const texts = files.map(
    async (file): Promise<[string, string]> => [
      `pictures/${file}`,
      await readFile(join(folder, 'pictures', file), 'utf8'),
    ],
  )
  return new Map(await Promise.all(texts))
}

function searchedPage(source: HelpSource, sections: SearchedPage['sections']): SearchedPage {
  const { name, title, summary, keywords } = source
  return { name, title, summary, keywords, address: helpAddress(name), sections }
}
