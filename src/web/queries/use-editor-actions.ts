import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useMemo, useRef, useState } from 'react'
import type { DataSource } from '#shared/data-sources/data-sources-api.ts'
import { t } from '#shared/messages/translate.ts'
import { parametersOfText, readStoredParameters } from '#shared/parameters/detect-parameters.ts'
import { newQueryName } from '#shared/queries/query-dirty.ts'
import { autoLimitOf, autoLimitRows, whyNotExecutable } from '#shared/queries/run-rules.ts'
import { suggestName } from '#shared/queries/suggest-name.ts'
import { errorFixes } from '#shared/results/error-fixes.ts'
import { offsetAt } from '#shared/sql/text-position.ts'
import type { Parameters } from '#web/parameters/use-parameters.ts'
import type { OfferedFix } from '#web/results/execution-status.tsx'
import { forgetJob, recallJob, rememberJob } from '#web/results/running-jobs.ts'
import { useClientConfig, useCurrentUser } from '#web/session/use-session.ts'
import { writeLocalOption } from '#web/ui/local-options.ts'
import { notify } from '#web/ui/toast.tsx'
import { useDirtyGuard } from '#web/ui/use-dirty-guard.ts'
import { type EditorSource, namesOf } from '../editor/editor-language.ts'
import type { ErrorMark } from '../editor/error-mark.ts'
import { quoteName } from '../editor/quote-name.ts'
import type { TextEditorHandle } from '../editor/text-editor.tsx'
import type { EditableQuery } from './editable-query.ts'
import { lastSourceOption } from './local-option-names.ts'
import { placeInEditor } from './place-in-editor.ts'
import { silentWords } from './query-words.ts'
import { useParameterDefinitions } from './use-parameter-dialog.tsx'
import type { QueryDraft } from './use-query-draft.ts'
import type { QueryRun } from './use-query-run.ts'
import { useInitialResult } from './use-query-run.ts'

interface EditorParts {
  draft: QueryDraft
  run: QueryRun
  parameters: Parameters
  source: DataSource | null
  handle: RefObject<TextEditorHandle | null>
  showResults(): void
  showText(): void
}

/** The question for the name of a new query. */
export interface Naming {
  suggestion: string
  publishes: boolean
  onSave(name: string, publishes: boolean): void
  onCancel(): void
}

/** The actions of the source editor's buttons and keys, and why some are unavailable. */
export function useEditorActions(parts: EditorParts) {
  const { draft, run, parameters, source, handle } = parts
  const { query } = draft
  const { permissions } = useCurrentUser()
  useInitialResult(query, run, parameters)
  const definitions = useParameterDefinitions(draft, parameters)
  const { save, naming } = useSave(parts)
  const facts = {
    text: query.query,
    isExecuting: run.isExecuting,
    hasPendingParameters: parameters.pendingCount > 0,
    dataSource: source,
    ...{ isSafe: query.is_safe, isArchived: query.is_archived },
    isSaved: query.id !== null && !draft.isDirty,
    permissions,
  }
  const whyNotExecute = whyNotExecutable(facts)
  const mayRun =
    whyNotExecutable({ ...facts, text: t('x'), isExecuting: false, hasPendingParameters: false }) === null

  const start = (values: Parameters['all'], isUnlimited = false) => {
    const selection = handle.current?.selection() ?? { text: '', from: 0 }
    const isSelection = selection.text.trim() !== ''
    const text = handle.current?.text() ?? query.query
    const isStored = query.id !== null && !draft.isDirty && text === query.query
    run.run({
      text: isSelection ? selection.text : isStored ? null : text,
      offset: isSelection ? selection.from : 0,
      parameters: isSelection
        ? values.filter((one) => parametersOfText(selection.text, values).includes(one))
        : values,
      maxAge: 0,
      isUnlimited,
    })
    parts.showResults()
  }
  const execute = (isUnlimited = false) => {
    // the debounce may not have reported the newest text yet
    const text = handle.current?.text() ?? query.query
    const known = whyNotExecutable({ ...facts, text })
    if (known !== null) {
      notify.error(known)
      return
    }
    start(text === query.query ? parameters.all : parametersOfText(text, parameters.all), isUnlimited)
  }
  const applyParameters = () => {
    const { parameters: applied } = parameters.apply()
    // a run with the previous values is no longer wanted
    if (mayRun) start(applied)
  }
  const syntax = source?.syntax ?? 'sql'
  const errorMark = useErrorMark(run, query.query)
  return {
    ...{ save, naming },
    execute: () => execute(),
    executeUnlimited: () => execute(true),
    executeByKey: parameters.pendingCount > 0 ? applyParameters : () => execute(),
    applyParameters,
    definitions,
    whyNotExecute,
    whyNotSave: whyNotSave(draft, source),
    mayRun,
    format: hasFormatter(syntax)
      ? () => void format(handle.current, { syntax, sql_style: source?.sql_style ?? null })
      : null,
    autoLimit: {
      rows: autoLimitOf(query.options),
      // what ticking the box again would choose
      usualRows: autoLimitOf({ ...query.options, apply_auto_limit: true }) ?? autoLimitRows,
      isAvailable: source?.supports_auto_limit ?? false,
      change: (rows: number | null) => draft.change({ options: withLimit(query.options, rows) }),
    },
    changeDataSource: (id: number) => {
      writeLocalOption(lastSourceOption, String(id))
      run.execution.reset()
      const { data_source_id, latest_query_data_id } = query
      draft.change({ data_source_id: id, latest_query_data_id: null })
      void draft
        .saveField({ data_source_id: id, latest_query_data_id: null }, silentWords)
        .then((isSaved) => !isSaved && draft.change({ data_source_id, latest_query_data_id }))
    },
    errorMark,
    fixes: offeredFixes(run, errorMark, parts),
  }
}

/** What the hint of the run's error would change in the text, each as an undoable step. */
function offeredFixes(
  { execution: { state } }: QueryRun,
  mark: ErrorMark | null,
  { draft, source, handle }: EditorParts,
): OfferedFix[] {
  const { query, can_edit, is_archived } = draft.query
  if (state.phase !== 'failed' || state.error === null || !can_edit || is_archived) return []
  const style = namesOf(source ?? { syntax: 'sql', sql_style: null })
  const fixes = (text: string) =>
    errorFixes(state.error ?? '', text, mark === null ? null : offsetAt(text, mark))
  return fixes(query).map(({ wrong, right }) => ({
    wrong,
    right,
    apply: () => {
      const editor = handle.current
      const text = editor?.text() ?? ''
      const fix = fixes(text).find((one) => one.right === right)
      if (!editor || !fix) return
      editor.replace(text.slice(0, fix.from) + quoteName(right, style) + text.slice(fix.to))
      editor.focus()
    },
  }))
}

/** 1000 rows are stored as Redash stores them; without a limit, the number is kept for the next tick. */
function withLimit(options: EditableQuery['options'], rows: number | null): EditableQuery['options'] {
  const { auto_limit_rows, ...rest } = options
  if (rows === null) return { ...options, apply_auto_limit: false }
  return { ...rest, apply_auto_limit: true, ...(rows !== autoLimitRows && { auto_limit_rows: rows }) }
}

/** Saves, and asks for the name of a new query; that moves to its own address, together with its running job. */
function useSave({ draft, parameters, handle, showText }: EditorParts): {
  save: () => void
  naming: Naming | null
} {
  const navigate = useNavigate()
  const { autoPublishNamedQueries } = useClientConfig()
  /** null: the name is not asked for */
  const [suggestion, setSuggestion] = useState<string | null>(null)
  const createdId = useRef<number | null>(null)
  useDirtyGuard(draft.isDirty && createdId.current === null, undefined, {
    // the debounce may not have reported the newest text yet
    isDirtyNow: () => createdId.current === null && (handle.current?.isUnreported() ?? false),
    staysOn: (pathname) => createdId.current !== null && pathname.startsWith(`/queries/${createdId.current}`),
  })
  const store = (publishes?: boolean) => {
    if (draft.isSaving || whyNotSave(draft, true) !== null) return
    const { query } = draft
    // the debounce may not have reported the newest text yet
    const text = handle.current?.text() ?? query.query
    const stored = readStoredParameters(query.options)
    const values = new Map(parameters.all.map((one) => [one.name, one.value]))
    const kept = parametersOfText(text, stored).map((one) => ({
      ...one,
      value: values.get(one.name) ?? one.value,
    }))
    draft.change({ query: text, options: { ...query.options, parameters: kept } })
    void draft.save(publishes).then(({ createdId: id }) => {
      if (id === null) return
      createdId.current = id
      const job = recallJob('new')
      if (job) {
        forgetJob('new')
        rememberJob(id, job)
      }
      void navigate({ to: '/queries/$queryId/source', params: { queryId: id }, hash: true, replace: true })
    })
  }
  const save = () => {
    const { query } = draft
    if (query.id !== null || query.name !== newQueryName || whyNotSave(draft, true) !== null) return store()
    showText()
    setSuggestion(suggestName(handle.current?.text() ?? query.query) || query.name)
  }
  if (suggestion === null) return { save, naming: null }
  return {
    save,
    naming: {
      suggestion,
      publishes: autoPublishNamedQueries,
      onCancel: () => setSuggestion(null),
      onSave: (name, publishes) => {
        setSuggestion(null)
        void draft.saveField({ name })
        store(publishes)
      },
    },
  }
}

function whyNotSave(draft: QueryDraft, source: DataSource | null | true): string | null {
  if (!draft.query.can_edit) return t('You do not have permission to change this query')
  if (draft.query.is_archived) return t('The query is archived')
  if (source === null) return t('Select a data source to save this query')
  return null
}

/** Format is unavailable if the syntax has no formatter (docs/reference/screens.md#source-editor). */
function hasFormatter(syntax: string): boolean {
  return syntax === 'sql' || syntax === 'json'
}

/** Loads the formatter on demand. */
async function format(editor: TextEditorHandle | null, source: EditorSource): Promise<void> {
  if (!editor) return
  try {
    const { formatText } = await import('#shared/queries/format-text.ts')
    editor.replace(formatText(editor.text(), source.syntax, source.sql_style?.formatter))
  } catch (error) {
    notify.error(error instanceof Error ? error.message : String(error), {
      title: t('The query could not be formatted'),
    })
  }
}

/** The place of the database's error in the text, unless the text has changed since it was sent. */
function useErrorMark(run: QueryRun, text: string): ErrorMark | null {
  const { errorIn } = run
  const { error } = run.execution.state
  const current = useRef(text)
  current.current = text
  return useMemo(() => {
    if (errorIn === null) return null
    const { place, offset } = errorIn
    if (errorIn.text !== null && !current.current.startsWith(errorIn.text, offset)) return null
    return { ...placeInEditor(place, current.current, offset), message: error ?? '' }
  }, [errorIn, error])
}
