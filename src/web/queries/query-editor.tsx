import { useMediaQuery } from '@mantine/hooks'
import { useCallback, useRef, useState } from 'react'
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
import { EditorLayout, type NarrowView } from './editor-layout.tsx'
import { EditorPane } from './editor-pane.tsx'
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
  const draft = useQueryDraft(initial)
  const { query } = draft
  usePageTitle(query.name)
  const isNarrow = useMediaQuery('(max-width: 768px), (max-height: 500px)', undefined, {
    getInitialValueInEffect: false,
  })
  const handle = useRef<TextEditorHandle>(null)
  const sidePanel = useRef<PanelImperativeHandle>(null)
  const [view, setView] = useState<NarrowView>('query')
  const [selected, setSelected] = useState('')
  const source = sources.find((one) => one.id === query.data_source_id) ?? null
  const schema = useSchema(query.data_source_id)
  const autocomplete = useLiveAutocomplete(schema.state)
  const parameters = useParameters(query.query, query.options)
  const run = useQueryRun(query)
  const visualizations = useResultVisualizations(query.visualizations, (next) =>
    draft.adopt({ visualizations: next }),
  )
  const maySeeSource = usePermission('view_source')
  const actions = useEditorActions({
    draft,
    run,
    parameters,
    source,
    handle,
    selected,
    showResults: () => setView('results'),
  })

  const toggleSide = useCallback(() => {
    const panel = sidePanel.current
    if (panel?.isCollapsed()) panel.expand()
    else panel?.collapse()
  }, [])
  useQueryKeys({
    save: actions.save,
    execute: actions.executeByKey,
    format: actions.format ?? undefined,
    togglePanel: isNarrow ? undefined : toggleSide,
  })
  const insert = (name: string, kind: 'table' | 'column') => {
    const names = namesOf(source ?? noSource)
    handle.current?.insert(kind === 'table' ? quoteName(name, names) : quotePart(name, names))
    setView('query')
  }

  return (
    <>
      <QueryHeader draft={draft} isSourcePage maySeeSource={maySeeSource} />
      <EditorLayout
        isNarrow={isNarrow ?? false}
        sidePanel={sidePanel}
        view={view}
        onView={setView}
        side={
          <SidePane
            draft={draft}
            sources={sources}
            schema={schema.state}
            onDataSource={actions.changeDataSource}
            onRefreshSchema={schema.refresh}
            onInsert={insert}
          />
        }
        editor={
          <EditorPane
            handle={handle}
            editor={{
              value: query.query,
              source: source ?? noSource,
              schema: loadedSchema(schema.state),
              isLive: autocomplete.isOn && autocomplete.isAvailable,
              isReadOnly: query.is_archived,
              error: actions.errorMark,
              onChange: (text) => draft.change({ query: text }),
              onSelectionChange: setSelected,
            }}
            controls={{
              onFormat: actions.format,
              autocomplete,
              autoLimit: actions.autoLimit,
              save: {
                isDirty: draft.isDirty,
                isSaving: draft.isSaving,
                whyNot: actions.whyNotSave,
                run: actions.save,
              },
              execute: {
                isExecuting: run.isExecuting,
                isSelection: selected.trim() !== '',
                whyNot: actions.whyNotExecute,
                run: actions.execute,
              },
            }}
          />
        }
        results={
          <>
            <ParameterInputs parameters={parameters} onApply={actions.applyParameters} />
            <ResultPane
              queryId={query.id}
              execution={run.execution}
              visualizations={visualizations}
              mayEdit={query.can_edit && !query.is_archived}
              mayRun={actions.mayRun}
              refresh={{ isDisabled: actions.whyNotExecute !== null, onRefresh: actions.execute }}
              isFixed
              isNarrow={isNarrow ?? false}
            />
          </>
        }
      />
    </>
  )
}

const noSource = { type: '', syntax: 'sql' }
