import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findHardWiredTexts } from './hard-wired-texts.ts'
import {
  callsIn,
  englishFile,
  messageCalls,
  messagesIn,
  placeholdersOf,
  written,
} from './messages-in-code.ts'
import { allowedTexts, filesWithTexts } from './texts-of-the-interface.ts'

const calls = messageCalls()
const textsIn = (code: string) => findHardWiredTexts('example.tsx', code).map(({ text }) => text)

describe('the search for hard-wired texts', () => {
  it.each([
    ['text between elements', '<p>Nothing here</p>', 'Nothing here'],
    ['one word', '<b>or</b>', 'or'],
    ['a text attribute', '<Button label="go" />', 'go'],
    ['an attribute that reads like a text', '<Part none="Nothing yet" />', 'Nothing yet'],
    ['a branch', '<p>{open ? "hide" : null}</p>', 'hide'],
    ['a template', 'const name = `Version ${version}`', 'Version …'],
    ['a property', 'const item = { label: "rows" }', 'rows'],
    ['an argument', 'notify.success("Query saved")', 'Query saved'],
    ['a default', 'function f({ label = "Copy" }) { return label }', 'Copy'],
    ['the name that a program gives', 'button.setAttribute("aria-label", "Close")', 'Close'],
    ['a value of a translation', 't("{what} is gone", { what: many ? "A list" : name })', 'A list'],
  ])('finds %s', (_what, code, text) => {
    expect(textsIn(code)).toEqual([text])
  })

  it.each([
    ['translations', 't("Nothing here"); plural(n, { one: "One row", other: "{count} rows" })'],
    ['code', '<p><code>Select this</code><Kbd>Enter</Kbd></p>'],
    ['selectors', 'page.querySelector("main, [role=dialog]")'],
    ['style', '<div className="Big box" style={{ background: "Dark red" }} />'],
    ['comparisons', 'if (event.key === "Enter" || name !== "Some name") go()'],
    ['addresses', 'const to = `/queries/${id}`; const from = "https://example.com/A b"'],
    ['types', 'type Name = "Some name" | `Other ${string}`'],
    ['imports', 'import { Name } from "Some module"'],
    ['the name of the product', '<span>Sextant</span>'],
  ])('leaves %s alone', (_what, code) => {
    expect(textsIn(code)).toEqual([])
  })
})

describe('the texts of the interface', () => {
  it('all come from the catalogue', () => {
    const hardWired = filesWithTexts().flatMap((file) => {
      const allowed = allowedTexts.filter((one) => one.file === file)
      return findHardWiredTexts(file, readFileSync(file, 'utf8'))
        .filter(({ text }) => !allowed.some(({ texts }) => texts === 'all' || texts.includes(text)))
        .map(({ line, text }) => `${file}:${line}: ${text}`)
    })
    expect(hardWired, 'write t(…) or plural(…), or say in texts-of-the-interface.ts why not').toEqual([])
  })

  it('are allowed elsewhere only where there are such texts', () => {
    const unneeded = allowedTexts.filter(({ file, texts }) => {
      const found = findHardWiredTexts(file, readFileSync(file, 'utf8')).map(({ text }) => text)
      return texts === 'all' ? found.length === 0 : texts.some((text) => !found.includes(text))
    })
    expect(unneeded).toEqual([])
  })

  it('are written out in the call', () => {
    const computed = calls.filter(({ message }) => message === null).map(({ place }) => place)
    expect(computed).toEqual([])
  })

  it('get values for all their placeholders', () => {
    const lacking = calls.flatMap(({ message, given, place }) => {
      const asked = message === null ? [] : placeholdersOf(message)
      const missing = given === null ? [] : asked.filter((name) => !given.includes(name))
      return missing.map((name) => `${place}: {${name}}`)
    })
    expect(lacking).toEqual([])
  })

  it('have one English text per key', () => {
    const forms = new Map<string, Set<string>>()
    for (const { message } of calls) {
      if (message === null) continue
      const key = typeof message === 'string' ? message : message.other
      forms.set(key, (forms.get(key) ?? new Set()).add(JSON.stringify(message)))
    }
    expect([...forms].filter(([, texts]) => texts.size > 1).map(([key]) => key)).toEqual([])
  })

  it(`are all in ${englishFile}`, () => {
    expect(
      readFileSync(englishFile, 'utf8') === written(messagesIn(calls)),
      'run: node test/house-rules/extract-messages.ts',
    ).toBe(true)
  })
})

describe('the list of calls', () => {
  it('reads texts, plural forms and given values', () => {
    const [first, second, third] = callsIn(
      'example.tsx',
      `t('Version {version}', { version }); plural(n, { one: 'a row', other: '{count} rows' });
       const x = <Message text={t('Updated {time}')} values={{ time: <b /> }} />`,
    )
    expect(first).toMatchObject({ message: 'Version {version}', given: ['version'], place: 'example.tsx:1' })
    expect(second).toMatchObject({ message: { one: 'a row', other: '{count} rows' }, given: ['count'] })
    expect(third).toMatchObject({ message: 'Updated {time}', given: ['time'], place: 'example.tsx:2' })
    expect(callsIn('example.ts', 't(name)')[0]?.message).toBe(null)
  })
})
