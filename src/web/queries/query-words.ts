import { t } from '#shared/messages/translate.ts'

/** The messages after a save. */
export interface SaveWords {
  /** null: no message */
  success: string | null
  failure: string
}

const failure = t('Query could not be saved')
export const usualWords: SaveWords = { success: t('Query saved'), failure }
export const publishWords: SaveWords = { success: t('Query saved and published'), failure }
export const unpublishWords: SaveWords = { success: t('Query saved'), failure }
/** For changes whose effect is visible. */
export const silentWords: SaveWords = { success: null, failure }
