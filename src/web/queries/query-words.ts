import type { SaveWords } from './save-query.tsx'

const failure = 'Query could not be saved'
export const publishWords: SaveWords = { success: 'Query saved and published', failure }
export const unpublishWords: SaveWords = { success: 'Query saved', failure }
/** For changes that show by themselves. */
export const silentWords: SaveWords = { success: null, failure }
