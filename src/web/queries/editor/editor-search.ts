import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import type { Extension } from '@codemirror/state'
import { keymap } from '@codemirror/view'

/** The search panel and its keys; fetched after the editor stands, because nobody searches in the first second. */
export const searchExtension: Extension = [
  highlightSelectionMatches(),
  search({ top: true }),
  keymap.of(searchKeymap),
]
