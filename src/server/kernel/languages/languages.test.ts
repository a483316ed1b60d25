import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { composeFailureMail } from '#server/runs/schedules/failure-mail.ts'
import { currentLocale, t } from '#shared/messages/translate.ts'
import { StartRefused } from '../start-refused.ts'
import { cataloguesOf, defaultCatalogue } from './catalogues.ts'
import { inDefaultLanguage, inLanguage, languageScope } from './language-scope.ts'

const folder = mkdtempSync(join(tmpdir(), 'sextant-languages-'))
const configWith = (defaultLanguage: string | null) => ({ localesFolder: folder, defaultLanguage })
const reports = [
  {
    query_id: 5,
    name: 'Orders',
    message: 'syntax error',
    schedule_failures: 1,
    failed_at: new Date('2026-01-02T03:04:05Z'),
  },
]

beforeAll(() => {
  const german = {
    'Sextant failed to execute {n} of your scheduled queries': '{n} geplante Abfragen sind fehlgeschlagen',
    Save: 'Speichern',
  }
  writeFileSync(join(folder, 'de.json'), JSON.stringify(german))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('the language of the instance', () => {
  it.each([null, 'en'])('is English for %j', (language) => {
    expect(defaultCatalogue(configWith(language))).toBe(undefined)
  })

  it('needs a file, and says so at the start', () => {
    expect(() => defaultCatalogue(configWith('fr'))).toThrow(StartRefused)
    expect(() => defaultCatalogue(configWith('fr'))).toThrow(/SEXTANT_DEFAULT_LANGUAGE is fr, but .*fr\.json/)
  })

  it('is that of background mails', () => {
    const settings = { publicUrl: null, maxFailureReports: 10 }
    const mail = inDefaultLanguage(configWith('de'), () => composeFailureMail(reports, settings))
    expect(mail.subject).toBe('1 geplante Abfragen sind fehlgeschlagen')
    expect(mail.html).toContain('<html lang="de">')
    const english = inDefaultLanguage(configWith(null), () => composeFailureMail(reports, settings))
    expect(english.subject).toBe('Sextant failed to execute 1 of your scheduled queries')
  })

  it('is not that of anything else', () => {
    expect([currentLocale(), t('Save')]).toEqual(['en', 'Save'])
  })
})

describe('a scope', () => {
  it('covers what its work starts, and ends with it', async () => {
    const scope = languageScope(cataloguesOf(configWith(null)).get('de'))
    const work = inLanguage(scope, async () => {
      await delay(1)
      return t('Save')
    })
    expect(t('Save')).toBe('Save')
    expect(await work).toBe('Speichern')
    expect(t('Save')).toBe('Save')
  })

  it('notes whether a text was read', () => {
    const scope = languageScope(undefined)
    inLanguage(scope, () => undefined)
    expect(scope.isRead).toBe(false)
    inLanguage(scope, () => t('Save'))
    expect(scope.isRead).toBe(true)
  })
})
