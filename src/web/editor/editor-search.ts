import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import { keymap } from '@codemirror/view'
import { t } from '#shared/messages/translate.ts'

/** The library's English texts, translated. */
const searchPhrases = {
  Find: t('Find'),
  Replace: t('Replace'),
  next: t('next'),
  previous: t('previous'),
  all: t('all'),
  'match case': t('match case'),
  regexp: t('regexp'),
  'by word': t('by word'),
  replace: t('replace'),
  'replace all': t('replace all'),
  close: t('close'),
  'current match': t('current match'),
  'on line': t('on line'),
  'replaced match on line $': t('replaced match on line $'),
  'replaced $ matches': t('replaced $ matches'),
  'Go to line': t('Go to line'),
  go: t('go'),
}

/** The search panel and its keys; loaded after the editor, because it is not needed at once. */
export const searchExtension: Extension = [
  highlightSelectionMatches(),
  search({ top: true }),
  EditorState.phrases.of(searchPhrases),
  keymap.of(searchKeymap),
]
