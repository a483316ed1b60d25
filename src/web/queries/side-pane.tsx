import { Group, Select } from '@mantine/core'
import type { DataSource } from '#shared/data-sources/data-sources-api.ts'
import { t } from '#shared/messages/translate.ts'
import { TypeLogo } from '#web/data-sources/type-logo.tsx'
import type { SchemaActs } from '#web/schema-browser/schema-acts.ts'
import { SchemaBrowser } from '#web/schema-browser/schema-browser.tsx'
import type { SchemaState } from '#web/schema-browser/use-schema.ts'
import { QueryDescription, QueryMetadata } from './query-metadata.tsx'
import classes from './side-pane.module.css'
import type { QueryDraft } from './use-query-draft.ts'

interface SidePaneProps {
  draft: QueryDraft
  sources: readonly DataSource[]
  schema: SchemaState
  onDataSource(id: number): void
  onRefreshSchema(): void
  acts: SchemaActs
}

/** Data source, its tables, description and facts of the query. */
export function SidePane(props: SidePaneProps) {
  const { draft, sources } = props
  const { query } = draft
  return (
    <div className={classes.pane}>
      <div className={classes.source}>
        <DataSourceSelect
          sources={sources}
          value={query.data_source_id}
          isDisabled={!query.can_edit || query.is_archived}
          onChange={props.onDataSource}
        />
      </div>
      <div className={classes.schema}>
        <SchemaBrowser
          key={query.data_source_id}
          state={props.schema}
          onRefresh={props.onRefreshSchema}
          acts={props.acts}
        />
      </div>
      {query.id !== null && (
        <div className={classes.about}>
          <div className={classes.description}>
            <QueryDescription draft={draft} isEditable={query.can_edit && !query.is_archived} />
          </div>
          <QueryMetadata
            draft={draft}
            source={sources.find(({ id }) => id === query.data_source_id) ?? null}
          />
        </div>
      )}
    </div>
  )
}

interface DataSourceSelectProps {
  sources: readonly DataSource[]
  value: number | null
  isDisabled: boolean
  onChange(id: number): void
}

/** The data source of the query, with the logo of its type. */
function DataSourceSelect({ sources, value, isDisabled, onChange }: DataSourceSelectProps) {
  const chosen = sources.find((source) => source.id === value)
  return (
    <Select
      size="sm"
      aria-label={t('Data Source')}
      placeholder={t('Choose data source...')}
      searchable
      allowDeselect={false}
      disabled={isDisabled || sources.length === 0}
      data={sources.map((source) => ({ value: String(source.id), label: source.name }))}
      value={chosen ? String(chosen.id) : null}
      leftSection={chosen && <TypeLogo type={chosen.type} size={24} />}
      leftSectionPointerEvents="none"
      onChange={(id) => {
        if (id !== null) onChange(Number(id))
      }}
      renderOption={({ option }) => {
        const source = sources.find((one) => String(one.id) === option.value)
        return (
          <Group gap="xs" wrap="nowrap">
            {source && <TypeLogo type={source.type} size={24} />}
            <span>{option.label}</span>
          </Group>
        )
      }}
    />
  )
}
