import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createDataSource } from '#test/factories.ts'
import { completionList } from './completion-list.ts'
import { choose } from './query-page.ts'
import { documents, queries } from './typed-queries.ts'
import { visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant()

/** Longer than the editor waits before it opens its list, and than its sources take. */
const pause = 150

interface Typist {
  /** milliseconds from key to key */
  delay: number
  /** waits before Enter until the list could be open */
  waits: boolean
}

/** Types the text key by key, as a person does: Enter at line ends, indentation only where the editor keeps none. */
async function type(page: Page, text: string, { delay, waits }: Typist): Promise<void> {
  let indentation = ''
  const lines = text.split('\n')
  for (const [at, line] of lines.entries()) {
    const [own = ''] = /^ */.exec(line) ?? []
    // Backspace takes a step of indentation back
    for (let less = indentation.length - own.length; less > 0; less -= 2)
      await page.keyboard.press('Backspace')
    const typed = line.slice(Math.min(indentation.length, own.length))
    indentation = own
    await page.keyboard.type(typed, { delay })
    if (at === lines.length - 1) return
    if (waits) await page.waitForTimeout(pause)
    await page.keyboard.press('Enter')
  }
}

async function openEditor(path: string, hasSchema = true) {
  const { page, query } = await come(path)
  await query.editor.waitFor()
  if (hasSchema) await page.locator('[data-schema="ready"]').waitFor()
  const text = () =>
    query.editor.evaluate((editor) =>
      [...editor.querySelectorAll('.cm-line')].map((line) => line.textContent ?? '').join('\n'),
    )
  const clear = async () => {
    await query.editor.focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Delete')
  }
  return { page, query, text, clear }
}

// all of them are typed without a browser by src/web/editor/typing-queries.test.ts
const everyFifth = queries.filter((_query, at) => at % 5 === 0)

describe('what is typed is what stands there', () => {
  it('in queries with all kinds of brackets, with Enter while the list is open', async () => {
    const { page, text, clear } = await openEditor('/queries/new')
    const wrong: string[] = []
    for (const query of everyFifth) {
      await clear()
      await type(page, query, { delay: 0, waits: true })
      const found = await text()
      if (found !== query) wrong.push(`typed:\n${query}\nstands:\n${found}`)
    }
    expect(wrong).toEqual([])
  })

  it.each([
    { delay: 30, count: 4 },
    { delay: 110, count: 1 },
  ])('with $delay ms between the keys', async ({ delay, count }) => {
    const { page, text, clear } = await openEditor('/queries/new')
    for (const query of queries.slice(0, count)) {
      await clear()
      await type(page, query, { delay, waits: false })
      expect(await text()).toBe(query)
    }
  })

  it('but for what is chosen: by Tab the first entry, by Enter the one that the arrows lead to', async () => {
    const { page, text, clear } = await openEditor('/queries/new')
    const { opened, labels } = completionList(page)
    const typed = async (start: string) => {
      await clear()
      await page.keyboard.type(start)
      await opened()
    }
    await typed('select * from fli')
    await page.keyboard.press('Tab')
    expect(await text()).toBe('select * from flights')
    // at once after a letter, while the list is renewed
    await typed('select * from f')
    await page.keyboard.press('l')
    await page.keyboard.press('Tab')
    await expect.poll(text).toBe('select * from flights')
    await typed('select * from fli')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    expect(await text()).toBe('select * from flights')
    // Enter completes a name that is begun, and nothing else
    await typed('select * from fli')
    await page.keyboard.press('Enter')
    expect(await text()).toBe('select * from flights')
    await typed('select * from f')
    await page.keyboard.press('Enter')
    expect(await text()).toBe('select * from f\n')
    await typed('sel')
    await page.keyboard.press('Enter')
    expect(await text()).toBe('sel\n')
    // keywords come in the case of those before them, and only those that people write
    await typed('select 1 fr')
    await expect.poll(labels).toContain('from')
    await typed('SELECT 1 FR')
    await expect.poll(labels).toContain('FROM')
    await typed('select s')
    expect((await labels()).join(' ')).not.toMatch(/scope_catalog/i)
    // no list: Tab indents
    await clear()
    await page.keyboard.press('Tab')
    expect(await text()).toBe('  ')
  })

  it('in documents of YAML and JSON', async () => {
    await createDataSource(sextant(), { name: 'Documents', type: 'json', options: { base_url: '' } })
    const { page, text, clear } = await openEditor('/queries/new', false)
    await choose(page, 'Data Source', 'Documents')
    for (const document of documents) {
      await clear()
      await type(page, document, { delay: 0, waits: true })
      expect(await text()).toBe(document)
    }
  })
})
