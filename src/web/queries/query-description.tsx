import { t } from '#shared/messages/translate.ts'
import { Markdown } from '#web/markdown/markdown.tsx'
import { InlineEdit } from '#web/ui/inline-edit.tsx'
import { silentWords } from './query-words.ts'
import type { QueryDraft } from './use-query-draft.ts'

/** As long as the server takes it. */
const maxLength = 4096

/** What the query is about, in markdown, edited where it stands; nothing where there is none and none may be added. */
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
