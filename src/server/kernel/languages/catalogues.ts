import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MessageCatalogue } from '#shared/messages/translate.ts'
import type { Config } from '../config/config.ts'
import { StartRefused } from '../start-refused.ts'

/** Language -> its texts (docs/translations.md). */
export type Catalogues = ReadonlyMap<string, MessageCatalogue>

type LanguageConfig = Pick<Config, 'localesFolder' | 'defaultLanguage'>

const fileName = /^([a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3})\.json$/

/**
 * Reads every `<language>.json` of a folder. Each has the format of src/shared/messages/en.json. Throws an error that
 * describes an invalid file, so that no page has only some of its texts.
 */
export function readCatalogues(folder: string): Catalogues {
  const catalogues = new Map<string, MessageCatalogue>()
  if (!existsSync(folder)) return catalogues
  for (const name of readdirSync(folder)) {
    const locale = fileName.exec(name)?.[1]
    if (locale === undefined || Intl.PluralRules.supportedLocalesOf(locale).length === 0) continue
    const messages: unknown = JSON.parse(readFileSync(join(folder, name), 'utf8'))
    if (!isMessages(messages)) {
      throw new StartRefused(`${join(folder, name)} is not a message catalog: see docs/translations.md`)
    }
    catalogues.set(locale, { locale, messages })
  }
  return catalogues
}

function isMessages(value: unknown): value is MessageCatalogue['messages'] {
  const isRecord = (given: unknown): given is Record<string, unknown> =>
    typeof given === 'object' && given !== null && !Array.isArray(given)
  const isText = (given: unknown) => typeof given === 'string'
  return (
    isRecord(value) &&
    Object.values(value).every(
      (text) => isText(text) || (isRecord(text) && Object.values(text).every(isText)),
    )
  )
}

/** Each process has one config, and reads its files once. */
const known = new WeakMap<LanguageConfig, Catalogues>()

/** The languages of this instance besides English. */
export function cataloguesOf(config: LanguageConfig): Catalogues {
  const read = known.get(config)
  if (read !== undefined) return read
  const catalogues = readCatalogues(config.localesFolder)
  known.set(config, catalogues)
  return catalogues
}

/** The language of mails that the recipient did not request. Undefined: English. Throws StartRefused. */
export function defaultCatalogue(config: LanguageConfig): MessageCatalogue | undefined {
  const { defaultLanguage, localesFolder } = config
  if (defaultLanguage === null || defaultLanguage === 'en') return undefined
  const catalogue = cataloguesOf(config).get(defaultLanguage)
  if (catalogue !== undefined) return catalogue
  throw new StartRefused(
    `SEXTANT_DEFAULT_LANGUAGE is ${defaultLanguage}, but ${join(localesFolder, `${defaultLanguage}.json`)} does not exist.`,
  )
}
