/** What is said after a save. */
export interface SaveWords {
  /** null: no message */
  success: string | null
  failure: string
}

const failure = 'Query could not be saved'
export const usualWords: SaveWords = { success: 'Query saved', failure }
export const publishWords: SaveWords = { success: 'Query saved and published', failure }
export const unpublishWords: SaveWords = { success: 'Query saved', failure }
/** For changes that show by themselves. */
export const silentWords: SaveWords = { success: null, failure }
