import { Suspense } from 'react'
import type { DataSource } from '#shared/data-sources/data-sources-api.ts'
import type { SchemaActs } from '#web/schema-browser/schema-acts.ts'
import { SchemaBrowser } from '#web/schema-browser/schema-browser.tsx'
import type { SourceSchema } from '#web/schema-browser/use-source-schema.ts'
import { lazy } from '#web/ui/lazy.tsx'
import { DataSourceSelect, type DataSourceSelectProps } from './data-source-select.tsx'
import { QueryDescription, QueryMetadata } from './query-metadata.tsx'
import classes from './side-pane.module.css'
import type { QueryDraft } from './use-query-draft.ts'

const UploadButton = lazy(async () => ({
  default: (await import('#web/data-sources/files/upload-button.tsx')).UploadButton,
}))

interface SidePaneProps {
  draft: QueryDraft
  sources: readonly DataSource[]
  schema: SourceSchema
  choice: DataSourceSelectProps
  acts: SchemaActs
}

/** Data source, its tables, description and facts of the query. */
export function SidePane(props: SidePaneProps) {
  const { draft, sources } = props
  const { query } = draft
  const source = sources.find(({ id }) => id === query.data_source_id) ?? null
  return (
    <div className={classes.pane}>
      <div className={classes.source}>
        <DataSourceSelect {...props.choice} />
        {source?.type === 'files' && source.view_only !== true && (
          <div className={classes.upload}>
            <Suspense>
              <UploadButton dataSourceId={source.id} isInEditor onChange={props.schema.refresh} />
            </Suspense>
          </div>
        )}
      </div>
      <div className={classes.schema}>
        <SchemaBrowser
          key={query.data_source_id}
          state={props.schema.state}
          databases={props.schema.databases}
          onRefresh={props.schema.refresh}
          acts={props.acts}
        />
      </div>
      {query.id !== null && (
        <div className={classes.about}>
          <div className={classes.description}>
            <QueryDescription draft={draft} isEditable={query.can_edit && !query.is_archived} />
          </div>
          <QueryMetadata draft={draft} source={source} />
        </div>
      )}
    </div>
  )
}
