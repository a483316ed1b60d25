import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { DataSource } from '#shared/data-sources/data-sources-api.ts'
import { t } from '#shared/messages/translate.ts'
import { parametersOfText } from '#shared/parameters/detect-parameters.ts'
import { autoLimitOf, autoLimitRows, whyNotExecutable } from '#shared/queries/run-rules.ts'
import { statementAt } from '#shared/queries/statement-at.ts'
import type { errorFixes } from '#shared/results/error-fixes.ts'
import { offsetAt } from '#shared/sql/text-position.ts'
import type { Parameters } from '#web/parameters/use-parameters.ts'
import type { OfferedFix } from '#web/results/execution-status.tsx'
import { useClientConfig, useCurrentUser } from '#web/session/use-session.ts'
import { writeLocalOption } from '#web/ui/local-options.ts'
import { notify } from '#web/ui/toast.tsx'
import { type EditorSource, namesOf } from '../editor/editor-language.ts'
import type { ErrorMark } from '../editor/error-mark.ts'
import { quoteName } from '../editor/quote-name.ts'
import type { TextEditorHandle } from '../editor/text-editor.tsx'
import type { EditableQuery } from './editable-query.ts'
import { useEstimate } from './estimates/use-estimate.ts'
import { lastSourceOption } from './local-option-names.ts'
import { placeInEditor } from './place-in-editor.ts'
import { silentWords } from './query-words.ts'
import { useParameterDefinitions } from './use-parameter-dialog.tsx'
import type { QueryDraft } from './use-query-draft.ts'
import type { QueryRun } from './use-query-run.ts'
import { useInitialResult } from './use-query-run.ts'
import { useSave, whyNotSave } from './use-save.ts'

interface EditorParts {
  draft: QueryDraft
  run: QueryRun
  parameters: Parameters
  source: DataSource | null
  handle: RefObject<TextEditorHandle | null>
  showResults(): void
  showText(): void
}

/** The actions of the source editor's buttons and keys, and why some are unavailable. */
export function useEditorActions(parts: EditorParts) {
  const { draft, run, parameters, source, handle } = parts
  const { query } = draft
  const { permissions } = useCurrentUser()
  const { timeZone } = useClientConfig()
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
  const idle = { ...facts, text: t('x'), isExecuting: false, hasPendingParameters: false }
  const mayRun = whyNotExecutable(idle) === null
  const mayRunTexts = whyNotExecutable({ ...idle, isSaved: false }) === null

  const lastPart = useRef<TextPart | null>(null)
  const start = (
    values: Parameters['all'],
    { part = selectedPart(handle.current), isUnlimited }: HowToRun,
  ) => {
    const text = handle.current?.text() ?? query.query
    const isStored = query.id !== null && !draft.isDirty && text === query.query
    lastPart.current = part
    run.run({
      text: part !== null ? part.text : isStored ? null : text,
      offset: part?.from ?? 0,
      parameters:
        part === null ? values : values.filter((one) => parametersOfText(part.text, values).includes(one)),
      maxAge: 0,
      isUnlimited: isUnlimited === true,
    })
    parts.showResults()
  }
  const execute = (how: HowToRun = {}) => {
    // the debounce may not have reported the newest text yet
    const text = handle.current?.text() ?? query.query
    const known = whyNotExecutable({ ...facts, text, isSaved: facts.isSaved && !how.part })
    if (known !== null) {
      notify.error(known)
      return
    }
    start(text === query.query ? parameters.all : parametersOfText(text, parameters.all), how)
  }
  const executeUnlimited = () => {
    const part = lastPart.current
    const isThere = part !== null && handle.current?.text().startsWith(part.text, part.from)
    execute({ isUnlimited: true, part: isThere ? part : null })
  }
  const executeStatement = () => {
    const part = selectedPart(handle.current) ?? statementPart(handle.current, source)
    if (parameters.pendingCount === 0) execute(part === null ? {} : { part })
    else if (part === null ? mayRun : mayRunTexts)
      start(parameters.apply().parameters, part === null ? {} : { part })
  }
  const applyParameters = () => {
    const { parameters: applied } = parameters.apply()
    // a run with the previous values is no longer wanted
    if (mayRun) start(applied, {})
  }
  const estimates = useEstimate({ text: query.query, dataSourceId: source?.id ?? null }, timeZone)
  const estimate = () => {
    const wholeText = handle.current?.text() ?? query.query
    const text = selectedPart(handle.current)?.text ?? wholeText
    if (source === null) return
    const limit = source.supports_auto_limit ? autoLimitOf(query.options) : null
    estimates.ask({
      ...{ wholeText, text, limit, dataSourceId: source.id },
      parameters: parametersOfText(text, parameters.all),
    })
  }
  const syntax = source?.syntax ?? 'sql'
  const errorMark = useErrorMark(run, query.query)
  return {
    ...{ save, naming },
    execute: () => execute(),
    executeUnlimited,
    executeStatement,
    executeByKey: parameters.pendingCount > 0 ? applyParameters : () => execute(),
    applyParameters,
    definitions,
    whyNotExecute,
    whyNotSave: whyNotSave(draft, source),
    mayRun,
    /** any text, not only that of this query */
    mayRunTexts,
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
    estimate: {
      ask: source?.supports_estimates && mayRunTexts ? estimate : null,
      shown: estimates.answer && { answer: estimates.answer, onClose: estimates.close },
    },
    errorMark,
    fixes: useOfferedFixes(run, errorMark, parts),
  }
}

/** A part of the text that is run alone. */
interface TextPart {
  text: string
  from: number
}

interface HowToRun {
  /** null: the whole text, although something is selected; absent: what is selected, else the whole text */
  part?: TextPart | null
  isUnlimited?: boolean
}

/** null: nothing is selected. */
function selectedPart(editor: TextEditorHandle | null): TextPart | null {
  const selection = editor?.selection()
  return selection && selection.text.trim() !== '' ? selection : null
}

/** The statement at the cursor; null: the text has no other one, so that its run is that of the query. */
function statementPart(editor: TextEditorHandle | null, source: DataSource | null): TextPart | null {
  if (editor === null || source?.syntax !== 'sql') return null
  const found = statementAt(editor.text(), editor.selection().from, source.sql_style?.dialect)
  return found === null || found.isOnly ? null : found
}

/** What the hint of the run's error would change in the text, each as an undoable step. */
function useOfferedFixes(
  { execution: { state } }: QueryRun,
  mark: ErrorMark | null,
  { draft, source, handle }: EditorParts,
): OfferedFix[] {
  const { query, can_edit, is_archived } = draft.query
  const isOffered = state.phase === 'failed' && state.error !== null && can_edit && !is_archived
  const read = useErrorFixes(isOffered)
  if (!isOffered || read === null) return []
  const style = namesOf(source ?? { syntax: 'sql', sql_style: null })
  const fixes = (text: string) => read(state.error ?? '', text, mark === null ? null : offsetAt(text, mark))
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

/** Lazy, because most runs do not fail. null: not there yet, or it could not be fetched. */
function useErrorFixes(isWanted: boolean): typeof errorFixes | null {
  const [loaded, setLoaded] = useState<{ read: typeof errorFixes } | null>(null)
  useEffect(() => {
    if (!isWanted) return
    import('#shared/results/error-fixes.ts').then(
      (module) => setLoaded({ read: module.errorFixes }),
      () => {},
    )
  }, [isWanted])
  return loaded?.read ?? null
}

/** 1000 rows are stored as Redash stores them; without a limit, the number is kept for the next tick. */
function withLimit(options: EditableQuery['options'], rows: number | null): EditableQuery['options'] {
  const { auto_limit_rows, ...rest } = options
  if (rows === null) return { ...options, apply_auto_limit: false }
  return { ...rest, apply_auto_limit: true, ...(rows !== autoLimitRows && { auto_limit_rows: rows }) }
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
