import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import type { MessageCatalogue } from '#shared/messages/translate.ts'

type English = Record<string, string | { one: string; other: string }>

const english = JSON.parse(
  readFileSync(new URL('../../src/shared/messages/en.json', import.meta.url), 'utf8'),
) as English

/** Words of letters that English does not have, so that lines can break between them. */
const filler = 'ñéüå ßøçî āęžš ģňţů '

/** The text made 40 % longer, in brackets that no other text of the pages has: `⟦Save ñ⟧`. */
export function pseudo(text: string): string {
  const more = Math.ceil(text.length * 0.4)
  return `⟦${text} ${filler
    .repeat(Math.ceil(more / filler.length))
    .slice(0, more)
    .trim()}⟧`
}

/** A catalogue of a language that does not exist; its locale is English, so that only what is translated changes. */
export const pseudoCatalogue: MessageCatalogue = {
  locale: 'en',
  messages: Object.fromEntries(
    Object.entries(english).map(([key, text]) => [
      key,
      typeof text === 'string' ? pseudo(text) : { one: pseudo(text.one), other: pseudo(text.other) },
    ]),
  ),
}

/** Runs in the page, before its scripts. */
export function setCatalogue(catalogue: MessageCatalogue): void {
  globalThis.sextantMessages = catalogue
}

/** Runs in the page: takes brackets and filler off its texts and names. The page must not be used further. */
export function backToEnglish(): void {
  const plain = (text: string) => text.replace(/[⟦⟧]| [ñéüåßøçîāęžšģňţů]+/g, '')
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const node = texts.currentNode
    node.nodeValue = plain(node.nodeValue ?? '')
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
      const text = element.getAttribute(name)
      if (text !== null) element.setAttribute(name, plain(text))
    }
  }
}

type Named = string | RegExp

/** The bracketed text for a locator of the English pages. */
function inBrackets(name: Named, exact: boolean): Named {
  if (typeof name !== 'string') {
    return new RegExp(name.source.replace(/^\^/, '').replace(/\$$/, ''), name.flags)
  }
  return exact && typeof english[name] === 'string' ? pseudo(name) : name
}

const finders = new Set(['getByRole', 'getByText', 'getByLabel', 'getByPlaceholder', 'getByTitle'])

/** The same page, or a part of it, for tests that name things in English. */
export function inPseudoLocale<T extends Page | Locator>(scope: T): T {
  return new Proxy(scope, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => {
        const answer: unknown = value.apply(target, finders.has(String(key)) ? translated(given) : given)
        return isScope(answer) ? inPseudoLocale(answer) : answer
      }
    },
  })
}

function translated([first, options]: unknown[]): unknown[] {
  const given = typeof options === 'object' && options !== null ? options : {}
  const exact = 'exact' in given && given.exact === true
  const isNamed = (value: unknown): value is Named => typeof value === 'string' || value instanceof RegExp
  if ('name' in given && isNamed(given.name)) {
    return [first, { ...given, name: inBrackets(given.name, exact) }]
  }
  // a role is not a text
  return isNamed(first) && !('name' in given) && options !== undefined
    ? [inBrackets(first, exact), options]
    : [first instanceof RegExp ? inBrackets(first, exact) : first, options]
}

function isScope(value: unknown): value is Page | Locator {
  return typeof value === 'object' && value !== null && 'getByRole' in value
}

interface Looked {
  /** stored by the test, or named by the server */
  data: readonly string[]
}

/** Runs in the page: every visible or spoken text with letters outside of brackets that is not in the catalogue. */
export function textsOutside({ data }: Looked): string[] {
  const code =
    'code, pre, kbd, svg, canvas, script, style, noscript, iframe, [role="tree"], .cm-editor, [inert][aria-hidden="true"]'
  const spoken = ['aria-label', 'aria-description', 'aria-roledescription', 'title', 'placeholder', 'alt']
  const found = new Set<string>()
  /** a sentence may contain nested boxes: bracket depth of each box */
  const depths = new Map<Element, number>()

  const outside = (text: string, box: Element | null = null) => {
    let depth = (box && depths.get(box)) ?? 0
    let rest = ''
    for (const letter of text) {
      if (letter === '⟦') depth++
      else if (letter === '⟧') depth = Math.max(0, depth - 1)
      else if (depth === 0) rest += letter
    }
    if (box) depths.set(box, depth)
    return rest
  }
  const judge = (text: string, where: string) => {
    // jobs come and go: the ids of all of them cannot be known
    let rest = text.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '')
    for (const known of data) rest = rest.replaceAll(known, '')
    if (/\p{L}/u.test(rest)) found.add(`${where}: ${text.trim().slice(0, 80)}`)
  }
  const boxOf = (element: Element) => {
    let at: Element | null = element
    while (at && getComputedStyle(at).display.startsWith('inline') && at.parentElement) at = at.parentElement
    return at
  }
  const walk = (element: Element) => {
    if (!element.checkVisibility({ visibilityProperty: true })) return
    for (const name of spoken) {
      const text = element.getAttribute(name)
      if (text === null) continue
      judge(outside(text), `${name} of <${element.localName}>`)
    }
    if (element.matches(code)) return
    for (const child of element.childNodes) {
      if (child instanceof Element) walk(child)
      else if (child.nodeType === Node.TEXT_NODE && child.textContent) {
        judge(outside(child.textContent, boxOf(element)), `<${element.localName}>`)
      }
    }
  }
  walk(document.body)
  return [...found]
}
