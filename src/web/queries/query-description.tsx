import { t } from '#shared/messages/translate.ts'
import { Markdown } from '#web/markdown/markdown.tsx'
import { InlineEdit } from '#web/ui/inline-edit.tsx'
import { silentWords } from './query-words.ts'
import type { QueryDraft } from './use-query-draft.ts'

/** the limit of the server */
const maxLength = 4096

/** The description of the query, in markdown, edited in place. Empty if there is none and the user may not add one. */
export function QueryDescription({ draft, isEditable }: { draft: QueryDraft; isEditable: boolean }) {
  const description = draft.query.description ?? ''
  if (description === '' && !isEditable) return null
  return (
    <InlineEdit
      value={description}
      label={t('Description')}
      placeholder={t('Add description')}
      hint={t('Markdown. Shift + Enter begins a new line.')}
      isEditable={isEditable}
      isMultiline
      allowsEmpty
      maxLength={maxLength}
      renderValue={(text) => <Markdown text={text} />}
      onDone={(text) => void draft.saveField({ description: text }, silentWords)}
    />
  )
}
