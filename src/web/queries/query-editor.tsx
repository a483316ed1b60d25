import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import type { PanelImperativeHandle } from 'react-resizable-panels'
import type { DataSource } from '#shared/data-sources/data-sources-api.ts'
import { liveAutocompleteColumns } from '#shared/queries/run-rules.ts'
import { SortableFields } from '#web/parameters/sortable-fields.tsx'
import { useResultVisualizations } from '#web/results/use-result-visualizations.ts'
import type { LoadedSchema, SchemaState } from '#web/schema-browser/use-schema.ts'
import { useSourceSchema } from '#web/schema-browser/use-source-schema.ts'
import { readLocalOption, writeLocalOption } from '#web/ui/local-options.ts'
import { usePageTitle } from '#web/ui/use-page-title.ts'
import { useSteadyLayout } from '#web/ui/use-steady-layout.ts'
import type { TextEditorHandle } from '../editor/text-editor.tsx'
import { useQueryKeys } from '../ui/use-query-keys.ts'
import { useKeptText } from './drafts/use-kept-text.ts'
import type { EditableQuery } from './editable-query.ts'
import { EditorLayout } from './editor-layout.tsx'
import { EditorPane } from './editor-pane.tsx'
import type { NarrowView } from './editor-parts.ts'
import { QueryHeader } from './query-header.tsx'
import { QueryHistoryPanel } from './query-history-panel.tsx'
import { QueryParameters, usePageParameters } from './query-parameters.tsx'
import { embeddable, useQueryRights } from './query-rights.ts'
import { ResultPane } from './result-pane.tsx'
import { useNameActs } from './schema/use-name-acts.tsx'
import { forgetCursor, handedOverCursor } from './shown-result.ts'
import { SidePane } from './side-pane.tsx'
import { useEditorActions } from './use-editor-actions.ts'
import { useParameterDialog } from './use-parameter-dialog.tsx'
import { useQueryDraft } from './use-query-draft.ts'
import { useQueryRun } from './use-query-run.ts'

const optionName = 'liveAutocomplete'

interface QueryEditorProps {
  initial: EditableQuery
  sources: readonly DataSource[]
  /** an unsaved text to begin with */
  text?: string | undefined
}

/** The source editor: schema, text and result of a stored or new query. */
export function QueryEditor({ initial, sources, text }: QueryEditorProps) {
  const page = useEditorPage(initial, sources, text)
  const { draft, isNarrow, schema, actions, run } = page
  const { query } = draft
  const rights = useQueryRights(query, page.dataSource)
  return (
    <>
      <QueryHeader draft={draft} rights={rights} isSourcePage />
      <QueryHistoryPanel draft={draft} rights={rights} execution={run.execution} />
      <EditorLayout
        isNarrow={isNarrow}
        sidePanel={page.sidePanel}
        view={page.view}
        onView={page.setView}
        side={
          <SidePane
            draft={draft}
            sources={sources}
            schema={schema}
            choice={page.choice}
            acts={page.names.acts}
          />
        }
        editor={<EditorPart page={page} />}
        results={
          <>
            <EditorParameters page={page} />
            <ResultPane
              queryId={query.id}
              execution={run.execution}
              visualizations={page.visualizations}
              mayEdit={rights.mayEdit}
              mayRun={actions.mayRun}
              mayAddToDashboard={rights.mayAddToDashboard}
              embed={embeddable(query, rights)}
              fixes={actions.fixes}
              cut={
                run.cutAt === null
                  ? null
                  : { rows: run.cutAt, onAll: actions.mayRun ? actions.executeUnlimited : null }
              }
              refresh={
                query.is_archived
                  ? null
                  : { isDisabled: actions.whyNotExecute !== null, onRefresh: actions.execute }
              }
              isFixed
              explores
              isNarrow={isNarrow}
            />
          </>
        }
      />
      {page.parameterDialog.dialog}
      {page.names.dialog}
    </>
  )
}

/** The state that the panes of the page share. */
function useEditorPage(initial: EditableQuery, sources: readonly DataSource[], text?: string) {
  const draft = useQueryDraft(initial, text)
  const { query } = draft
  usePageTitle(query.name)
  const wantsNarrow =
    useMediaQuery('(max-width: 768px), (max-height: 500px)', undefined, { getInitialValueInEffect: false }) ??
    false
  const isNarrow = useSteadyLayout(wantsNarrow)
  const handle = useRef<TextEditorHandle>(null)
  const sidePanel = useRef<PanelImperativeHandle>(null)
  const [view, setView] = useState<NarrowView>('query')
  const [selected, setSelected] = useState('')
  const found = sources.find((one) => one.id === query.data_source_id) ?? null
  const source = found ?? noSource
  const schema = useSourceSchema(query.data_source_id, found?.type ?? null)
  const autocomplete = useLiveAutocomplete(schema.state)
  const parameters = usePageParameters(query)
  const run = useQueryRun(query)
  const visualizations = useResultVisualizations(query.visualizations, (next) =>
    draft.adopt({ visualizations: next }),
  )
  const showResults = () => setView('results')
  const showText = () => setView('query')
  const actions = useEditorActions({ draft, run, parameters, source: found, handle, showResults, showText })
  const { definitions } = actions
  const kept = useKeptText(draft, handle, (id) => {
    if (sources.some((one) => one.id === id)) actions.changeDataSource(id)
  })
  const parameterDialog = useParameterDialog({ draft, parameters, definitions, handle })
  useQueryKeys({
    save: actions.save,
    execute: actions.executeByKey,
    executeStatement: actions.executeStatement,
    addParameter: query.is_archived ? undefined : parameterDialog.add,
    format: actions.format ?? undefined,
    togglePanel: isNarrow ? undefined : () => togglePanel(sidePanel.current),
    changePane: () =>
      import('./change-pane.ts').then(({ changePane }) => changePane(handle.current, setView)),
  })
  const names = useNameActs(source, {
    insert: (quoted) => {
      handle.current?.insertName(quoted)
      setView('query')
    },
    mayRun: actions.mayRunTexts && source.syntax === 'sql',
  })
  return {
    ...{ draft, isNarrow, handle, sidePanel, view, setView, selected, setSelected, source, schema },
    dataSource: found,
    choice: {
      ...{ sources, value: query.data_source_id, onChange: actions.changeDataSource },
      isDisabled: !query.can_edit || query.is_archived,
    },
    ...{ autocomplete, parameters, parameterDialog, run, visualizations, actions, names, kept },
  }
}

function togglePanel(panel: PanelImperativeHandle | null): void {
  if (panel?.isCollapsed()) panel.expand()
  else panel?.collapse()
}

function EditorParameters({ page }: { page: ReturnType<typeof useEditorPage> }) {
  const { parameters, parameterDialog, actions, draft } = page
  const { query } = draft
  const mayEdit = query.can_edit && !query.is_archived
  return (
    <QueryParameters
      queryId={query.id}
      parameters={parameters}
      onApply={actions.applyParameters}
      onEdit={mayEdit ? parameterDialog.edit : undefined}
      arrange={
        mayEdit
          ? (fields) => <SortableFields fields={fields} onReorder={actions.definitions.reorder} />
          : undefined
      }
    />
  )
}

function EditorPart({ page }: { page: ReturnType<typeof useEditorPage> }) {
  const { draft, actions, autocomplete, schema } = page
  const { query, isDirty, isSaving } = draft
  // a new text begins with typing, and goes on when it has been saved
  const [startsAt] = useState(() => (query.id === null ? 0 : handedOverCursor(query.id)))
  // not while it is drawn, which may be begun several times
  useEffect(forgetCursor, [])
  return (
    <EditorPane
      handle={page.handle}
      kept={page.kept}
      estimate={actions.estimate.shown}
      editor={{
        value: query.query,
        source: page.source,
        schema: loadedSchema(schema.state),
        isLive: autocomplete.isOn && autocomplete.isAvailable,
        isReadOnly: query.is_archived,
        error: actions.errorMark,
        startsAt,
        onChange: (text) => draft.change({ query: text }),
        onSelectionChange: page.setSelected,
      }}
      controls={{
        dataSource: page.isNarrow ? page.choice : null,
        onAddParameter: query.is_archived ? null : page.parameterDialog.add,
        onFormat: actions.format,
        autocomplete,
        autoLimit: actions.autoLimit,
        save: {
          ...{ isDirty, isSaving, whyNot: actions.whyNotSave },
          ...{ naming: actions.naming, run: actions.save },
        },
        execute: query.is_archived
          ? null
          : {
              isSelection: page.selected.trim() !== '',
              whyNot: actions.whyNotExecute,
              run: actions.execute,
              runStatement: page.source.syntax === 'sql' ? actions.executeStatement : null,
              estimate: actions.estimate.ask,
            },
      }}
    />
  )
}

const noSource = { id: 0, syntax: 'sql', sql_style: null }

/**
 * The live-autocomplete switch: on by default, remembered, unavailable for large schemas
 * (docs/reference/screens.md#source-editor).
 */
function useLiveAutocomplete(state: SchemaState) {
  const [isOn, setIsOn] = useState(() => readLocalOption(optionName) !== 'false')
  const columns = state.status === 'ready' ? state.schema.outline.columnTotal : 0
  return {
    isOn,
    isAvailable: columns <= liveAutocompleteColumns,
    toggle: () => {
      writeLocalOption(optionName, String(!isOn))
      setIsOn(!isOn)
    },
  }
}

function loadedSchema(state: SchemaState): LoadedSchema | null {
  return state.status === 'ready' ? state.schema : null
}
