import { useMediaQuery } from '@mantine/hooks'
import { useRef, useState } from 'react'
import type { PanelImperativeHandle } from 'react-resizable-panels'
import type { DataSource } from '#shared/data-sources/data-sources-api.ts'
import { usePageTitle } from '#web/app/use-page-title.ts'
import { usePermission } from '#web/app/use-session.ts'
import { ResultPane } from '#web/results/result-pane.tsx'
import { useResultVisualizations } from '#web/results/use-result-visualizations.ts'
import { useSchema } from '#web/schema-browser/use-schema.ts'
import type { EditableQuery } from './editable-query.ts'
import { namesOf } from './editor/editor-language.ts'
import { quoteName, quotePart } from './editor/quote-name.ts'
import type { TextEditorHandle } from './editor/text-editor.tsx'
import { EditorLayout } from './editor-layout.tsx'
import { EditorPane } from './editor-pane.tsx'
import type { NarrowView } from './editor-parts.ts'
import { ParameterInputs } from './parameter-inputs.tsx'
import { QueryHeader } from './query-header.tsx'
import { SidePane } from './side-pane.tsx'
import { useEditorActions } from './use-editor-actions.ts'
import { loadedSchema, useLiveAutocomplete } from './use-live-autocomplete.ts'
import { useParameters } from './use-parameters.ts'
import { useQueryDraft } from './use-query-draft.ts'
import { useQueryKeys } from './use-query-keys.ts'
import { useQueryRun } from './use-query-run.ts'

interface QueryEditorProps {
  initial: EditableQuery
  sources: readonly DataSource[]
}

/** The source editor: schema, text and result of one query, stored or new. */
export function QueryEditor({ initial, sources }: QueryEditorProps) {
  const page = useEditorPage(initial, sources)
  const { draft, isNarrow, schema, actions, parameters, run } = page
  const { query } = draft
  const maySeeSource = usePermission('view_source')
  return (
    <>
      <QueryHeader draft={draft} isSourcePage maySeeSource={maySeeSource} />
      <EditorLayout
        isNarrow={isNarrow}
        sidePanel={page.sidePanel}
        view={page.view}
        onView={page.setView}
        side={
          <SidePane
            draft={draft}
            sources={sources}
            schema={schema.state}
            onDataSource={actions.changeDataSource}
            onRefreshSchema={schema.refresh}
            onInsert={page.insert}
          />
        }
        editor={<EditorPart page={page} />}
        results={
          <>
            <ParameterInputs parameters={parameters} onApply={actions.applyParameters} />
            <ResultPane
              queryId={query.id}
              execution={run.execution}
              visualizations={page.visualizations}
              mayEdit={query.can_edit && !query.is_archived}
              mayRun={actions.mayRun}
              refresh={{ isDisabled: actions.whyNotExecute !== null, onRefresh: actions.execute }}
              isFixed
              isNarrow={isNarrow}
            />
          </>
        }
      />
    </>
  )
}

/** Everything the panes of the page share. */
function useEditorPage(initial: EditableQuery, sources: readonly DataSource[]) {
  const draft = useQueryDraft(initial)
  const { query } = draft
  usePageTitle(query.name)
  const isNarrow =
    useMediaQuery('(max-width: 768px), (max-height: 500px)', undefined, { getInitialValueInEffect: false }) ??
    false
  const handle = useRef<TextEditorHandle>(null)
  const sidePanel = useRef<PanelImperativeHandle>(null)
  const [view, setView] = useState<NarrowView>('query')
  const [selected, setSelected] = useState('')
  const found = sources.find((one) => one.id === query.data_source_id) ?? null
  const source = found ?? noSource
  const schema = useSchema(query.data_source_id)
  const autocomplete = useLiveAutocomplete(schema.state)
  const parameters = useParameters(query.query, query.options)
  const run = useQueryRun(query)
  const visualizations = useResultVisualizations(query.visualizations, (next) =>
    draft.adopt({ visualizations: next }),
  )
  const showResults = () => setView('results')
  const actions = useEditorActions({ draft, run, parameters, source: found, handle, showResults })
  useQueryKeys({
    save: actions.save,
    execute: actions.executeByKey,
    addParameter: actions.addParameter ?? undefined,
    format: actions.format ?? undefined,
    togglePanel: isNarrow ? undefined : () => togglePanel(sidePanel.current),
  })
  const insert = (name: string, kind: 'table' | 'column') => {
    const names = namesOf(source)
    handle.current?.insert(kind === 'table' ? quoteName(name, names) : quotePart(name, names))
    setView('query')
  }
  return {
    ...{ draft, isNarrow, handle, sidePanel, view, setView, selected, setSelected, source, schema },
    ...{ autocomplete, parameters, run, visualizations, actions, insert },
  }
}

function togglePanel(panel: PanelImperativeHandle | null): void {
  if (panel?.isCollapsed()) panel.expand()
  else panel?.collapse()
}

function EditorPart({ page }: { page: ReturnType<typeof useEditorPage> }) {
  const { draft, actions, autocomplete, schema } = page
  const { query, isDirty, isSaving } = draft
  return (
    <EditorPane
      handle={page.handle}
      editor={{
        value: query.query,
        source: page.source,
        schema: loadedSchema(schema.state),
        isLive: autocomplete.isOn && autocomplete.isAvailable,
        isReadOnly: query.is_archived,
        error: actions.errorMark,
        onChange: (text) => draft.change({ query: text }),
        onSelectionChange: page.setSelected,
      }}
      controls={{
        onAddParameter: actions.addParameter,
        onFormat: actions.format,
        autocomplete,
        autoLimit: actions.autoLimit,
        save: { isDirty, isSaving, whyNot: actions.whyNotSave, run: actions.save },
        execute: {
          isExecuting: page.run.isExecuting,
          isSelection: page.selected.trim() !== '',
          whyNot: actions.whyNotExecute,
          run: actions.execute,
        },
      }}
    />
  )
}

const noSource = { type: '', syntax: 'sql' }
