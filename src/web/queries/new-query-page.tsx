import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { chooseDataSource } from '#shared/queries/query-dirty.ts'
import { dataSourcesQuery } from '#web/data-sources/data-source-queries.ts'
import { readLocalOption } from '#web/ui/local-options.ts'
import { Page } from '#web/ui/page.tsx'
import { usePageTitle } from '#web/ui/use-page-title.ts'
import { newQuery } from './editable-query.ts'
import { EditorSkeleton } from './editor-skeleton.tsx'
import { autoLimitOption, lastSourceOption } from './local-option-names.ts'
import { NoDataSources } from './no-data-sources.tsx'
import { QueryEditor } from './query-editor.tsx'
import { useUsableSources } from './use-usable-sources.ts'

/** `/queries/new` */
export function NewQueryPage() {
  usePageTitle(t('New Query'))
  const { data: sources } = useQuery({ ...dataSourcesQuery, throwOnError: true })
  const usable = useUsableSources(sources ?? [], null)
  const [lastUsed] = useState(() => Number(readLocalOption(lastSourceOption)) || null)
  if (!sources) return <EditorSkeleton />
  const first = chooseDataSource(usable, null, lastUsed)
  return (
    <Page width="full">
      {first ? (
        <QueryEditor
          key="new"
          initial={newQuery(first.id, readLocalOption(autoLimitOption) !== 'false')}
          sources={usable}
        />
      ) : (
        <NoDataSources hasViewOnly={sources.length > 0} />
      )}
    </Page>
  )
}
