import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { Window } from 'happy-dom'
import { beforeAll, describe, expect, it } from 'vitest'
import { optionsSchema } from '#connectors/options-schema.ts'
import { connectors } from '#connectors/registry.ts'
import { destinations } from '#destinations/registry.ts'
import { getApiDocs, getOpenapi } from '#shared/api-docs/openapi-api.ts'
import { formFields } from '#shared/config-form/form-fields.ts'
import { parameterTypes } from '#shared/parameters/parameter-form.ts'
import { searchHelp } from './assets/help-search.js'
import { helpAddress } from './help-address.ts'
import { helpContents } from './help-contents.ts'
import { type HelpLibrary, readHelpLibrary } from './help-library.ts'

const names = helpContents.flatMap(({ pages }) => pages)
const folder = 'docs/help'
const pictureFiles = readdirSync(`${folder}/pictures`)
const router = ['router', 'settings-routes']
  .map((name) => readFileSync(`src/web/app/${name}.tsx`, 'utf8'))
  .join()

let library: HelpLibrary
beforeAll(async () => {
  library = await readHelpLibrary()
})

function htmlOf(name: string): string {
  const page = library.pages.get(name)
  if (!page) throw new Error(`no page ${name}`)
  return gunzipSync(page.gzip).toString()
}

const { DOMParser } = new Window()
const parse = (name: string) => new DOMParser().parseFromString(htmlOf(name), 'text/html')
const parsed = new Map<string, ReturnType<typeof parse>>()

/** Parsed once, because many links lead to each page. */
function documentOf(name: string) {
  const page = parsed.get(name) ?? parse(name)
  parsed.set(name, page)
  return page
}

/** `/help/chart#axes`: whether the page and the heading exist. */
function leadsSomewhere(href: string, from: string): boolean {
  const [path = '', place = ''] = href.split('#')
  const name = path === '' ? from : names.find((one) => helpAddress(one) === path)
  return name !== undefined && (place === '' || documentOf(name).getElementById(place) !== null)
}

/** Links to the API itself: the only ones that leave the help for no screen. */
const ofApi: readonly string[] = [getApiDocs.path, getOpenapi.path]

/** `/data_sources`: whether the application has this screen. */
function isScreen(path: string): boolean {
  return path === '/' || ofApi.includes(path) || router.includes(`path: '${path.slice(1)}'`)
}

describe('docs/help', () => {
  it('has a file for each page of the contents, and no other file', () => {
    const files = readdirSync(folder).filter((file) => file.endsWith('.md'))
    expect(files.map((file) => file.replace('.md', '')).sort()).toEqual([...names].sort())
    expect(new Set(library.titles.values()).size).toBe(names.length)
  })

  it('uses every picture', () => {
    const texts = names.map((name) => readFileSync(`${folder}/${name}.md`, 'utf8')).join('\n')
    expect(pictureFiles.filter((file) => !texts.includes(`(pictures/${file})`))).toEqual([])
  })

  it('has pictures that follow the theme: no styles, scripts or external content', () => {
    for (const file of pictureFiles) {
      const svg = readFileSync(`${folder}/pictures/${file}`, 'utf8')
      expect(svg, file).toMatch(/^<svg viewBox="/)
      expect(svg, file).not.toMatch(/<style|style=|<script|href|url\(|\son\w+=|\sid=/)
      const colored = [...svg.matchAll(/(?:fill|stroke)="#[^>]*>/g)].map(([found]) => found)
      expect(
        colored.filter((found) => !found.includes('class=')),
        file,
      ).toEqual([])
    }
  })
})

describe.each(names)('/help/%s', (name) => {
  it('is valid HTML that the content security policy allows', () => {
    const html = htmlOf(name)
    expect(html).not.toMatch(/\sstyle=|<style|\son\w+="/)
    expect([...html.matchAll(/<script([^>]*)>([^<]*)</g)].every(([, , inside]) => inside === '')).toBe(true)
    expect(html).not.toMatch(/(src|href)="(https?:)?\/\//)
    const page = documentOf(name)
    const ids = [...page.querySelectorAll('[id]')].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(page.querySelectorAll('p figure, p p, p ul')).toHaveLength(0)
    const levels = [...page.querySelectorAll('h1, h2, h3, h4')].map(({ tagName }) => Number(tagName[1]))
    expect(levels.filter((level) => level === 1)).toHaveLength(1)
    expect(levels.every((level, at) => at === 0 || level <= (levels[at - 1] ?? 0) + 1)).toBe(true)
  })

  it('has at least one picture with a text alternative', () => {
    const drawings = [...documentOf(name).querySelectorAll('figure svg')]
    expect(drawings.length).toBeGreaterThan(0)
    for (const drawing of drawings) expect(drawing.getAttribute('aria-label')).toMatch(/\w+ \w+/)
  })

  it('has no broken links', () => {
    const links = [...documentOf(name).querySelectorAll('a')].map((link) => ({
      href: link.getAttribute('href') ?? '',
      target: link.getAttribute('target'),
    }))
    const own = links.filter(({ href }) => /^(#|\/help\/)/.test(href))
    expect(own.filter(({ href }) => !leadsSomewhere(href, name)).map(({ href }) => href)).toEqual([])
    const others = links.filter((link) => !own.includes(link))
    expect(others.filter(({ href, target }) => target !== '_top' || !isScreen(href))).toEqual([])
  })

  it('is found by the words of its title', () => {
    const title = library.titles.get(name) ?? ''
    const found = searchHelp(library.index, title).map((one) => one.name)
    expect(found).toContain(name)
  })
})

describe('what the help says', () => {
  const textOf = (name: string) => documentOf(name).querySelector('main')?.textContent ?? ''

  it('names every connector and each of its options', () => {
    const text = textOf('data-sources').toLowerCase()
    const missing = connectors.flatMap((connector) =>
      [connector.name, ...formFields(optionsSchema(connector), null).map(({ label }) => label)].filter(
        (words) => !text.includes(words.toLowerCase()),
      ),
    )
    expect(missing).toEqual([])
  })

  it('names every type of destination and each of its options', () => {
    const text = textOf('destinations').toLowerCase()
    const missing = destinations.flatMap(({ name, configurationSchema }) =>
      [name, ...formFields(configurationSchema, null).map(({ label }) => label)].filter(
        (words) => !text.includes(words.toLowerCase()),
      ),
    )
    expect(missing).toEqual([])
  })

  it('names the types of parameters', () => {
    const text = textOf('parameters')
    const told = parameterTypes.filter(({ label }) => !label.endsWith('(with seconds)'))
    expect(told.filter(({ label }) => !text.includes(label))).toEqual([])
  })

  // every type of data source has its section; the index is loaded by the first search
  it('keeps the search index and the memory small', () => {
    expect(library.packedIndex.gzip.length).toBeLessThan(60_000)
    const kept = [...library.pages.values()].reduce((size, { gzip }) => size + gzip.length, 0)
    expect(kept).toBeLessThan(300_000)
  })
})
