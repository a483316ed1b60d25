import { t } from '#shared/messages/translate.ts'

/** What is said after a save. */
export interface SaveWords {
  /** null: no message */
  success: string | null
  failure: string
}

const failure = t('Query could not be saved')
export const usualWords: SaveWords = { success: t('Query saved'), failure }
export const publishWords: SaveWords = { success: t('Query saved and published'), failure }
export const unpublishWords: SaveWords = { success: t('Query saved'), failure }
/** For changes that show by themselves. */
export const silentWords: SaveWords = { success: null, failure }
