import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Vite plugin: Mantine's style sheet has the rules of all its components, and the web uses half of them. The rules of
 * the others are left out, which saves a third of the styles that each page waits for. `usedModules`: what is left in
 * a build of the same sources.
 */
export function leaveOutStyles(usedModules: () => Promise<ReadonlySet<string>>): Plugin {
  return {
    name: 'sextant-leave-out-styles',
    enforce: 'pre',
    apply: 'build',
    async transform(code, id) {
      const sheet = id.replace(/\?.*/, '')
      if (!/@mantine\/core\/styles\.css$/.test(sheet)) return null
      const used = await usedModules()
      const folder = join(dirname(sheet), 'esm')
      const modules = readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.module.mjs'))
        .map((name) => join(folder, name))
      const classesOf = (paths: readonly string[]) =>
        new Set(paths.flatMap((path) => readFileSync(path, 'utf8').match(/\bm_[0-9a-f]+\b/g) ?? []))
      const kept = classesOf(modules.filter((path) => used.has(path)))
      const unused = classesOf(modules.filter((path) => !used.has(path))).difference(kept)
      if (kept.size === 0) throw new Error('No module of the web has styles of Mantine.')
      return { code: withoutRules(code, unused), map: null }
    },
  }
}

/** A style sheet without the selectors that need one of these classes, and without the rules that are empty then. */
export function withoutRules(sheet: string, classes: ReadonlySet<string>): string {
  const text = sheet.replace(/\/\*[\s\S]*?\*\//g, '')
  let left = ''
  for (let at = 0; at < text.length; ) {
    const open = text.indexOf('{', at)
    const semicolon = text.indexOf(';', at)
    if (open === -1) return left + text.slice(at)
    // a statement without a block, such as `@layer a;`
    if (semicolon !== -1 && semicolon < open) {
      left += text.slice(at, semicolon + 1)
      at = semicolon + 1
      continue
    }
    const close = closingBrace(text, open)
    left += keptRule(text.slice(at, open), text.slice(open + 1, close), classes)
    at = close + 1
  }
  return left
}

function keptRule(head: string, body: string, classes: ReadonlySet<string>): string {
  const isGroup = /^\s*@(media|supports|container|layer)\b/.test(head)
  if (isGroup) {
    const inner = withoutRules(body, classes)
    return inner.trim() === '' ? '' : `${head}{${inner}}`
  }
  if (/^\s*@/.test(head)) return `${head}{${body}}`
  const selectors = selectorsOf(head).filter((selector) => !needsAny(selector, classes))
  return selectors.length === 0 ? '' : `${selectors.join(',')}{${body}}`
}

/** Splits at the commas outside of brackets. */
function selectorsOf(head: string): string[] {
  const selectors: string[] = []
  let depth = 0
  let from = 0
  for (const [at, letter] of [...head].entries()) {
    if (letter === '(' || letter === '[') depth++
    else if (letter === ')' || letter === ']') depth--
    else if (letter === ',' && depth === 0) {
      selectors.push(head.slice(from, at))
      from = at + 1
    }
  }
  return [...selectors, head.slice(from)]
}

/** Classes in brackets, as in `:not(.a)` and `:is(.a, .b)`, are not needed, or not alone. */
function needsAny(selector: string, classes: ReadonlySet<string>): boolean {
  let bare = selector
  for (let before = ''; before !== bare; ) {
    before = bare
    bare = bare.replace(/\([^()]*\)/g, '')
  }
  return (bare.match(/\.[\w-]+/g) ?? []).some((name) => classes.has(name.slice(1)))
}

function closingBrace(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === '{') depth++
    else if (text[at] === '}' && --depth === 0) return at
  }
  throw new Error('A rule of the style sheet does not end.')
}
