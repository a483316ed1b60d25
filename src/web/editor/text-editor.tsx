import type { CompletionSource } from '@codemirror/autocomplete'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { type Ref, type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import type { LoadedSchema } from '#web/schema-browser/use-schema.ts'
import colors from './editor-colors.module.css'
import { baseExtensions, completionExtension } from './editor-extensions.ts'
import { type EditorSource, languageOf } from './editor-language.ts'
import { type ErrorMark, markError } from './error-mark.ts'
import { nameInsertion } from './name-drop.ts'
import classes from './text-editor.module.css'

/** Changes of the text are reported after this pause (docs/reference/screens.md#constants-of-the-interface). */
const changeDebounce = 100

/** Loaded after the editor, or with the first word. */
const completion = () => import('./completion/sources.ts')

/** The page's handle on the editor. */
export interface TextEditorHandle {
  insert(text: string): void
  /** a name of the schema, with the spaces that its place needs, as one undoable step */
  insertName(name: string): void
  /** the current text, including changes that the debounce has not reported yet */
  text(): string
  /** whether there are changes that the debounce has not reported yet */
  isUnreported(): boolean
  selection(): { text: string; from: number }
  /** replaces the whole text, as one undoable step */
  replace(text: string): void
  focus(): void
  hasFocus(): boolean
}

export interface TextEditorProps extends EditorViewProps {
  handle: Ref<TextEditorHandle>
}

/** The announced hint disappears after this time (docs/reference/screens.md#constants-of-the-interface). */
const hintTime = 1000

export function TextEditor(props: TextEditorProps) {
  const { handle, schema } = props
  const host = useRef<HTMLDivElement>(null)
  const [hasFocus, setHasFocus] = useState(false)
  const { view, isUnreported } = useEditorView(host, props, setHasFocus)
  const [hasHint, setHasHint] = useState(false)

  useEffect(() => {
    setHasHint(hasFocus)
    if (!hasFocus) return
    const timer = setTimeout(() => setHasHint(false), hintTime)
    return () => clearTimeout(timer)
  }, [hasFocus])

  useImperativeHandle(handle, () => editorHandle(view, isUnreported), [view, isUnreported])

  return (
    <div className={`${colors.colors} ${classes.host}`} data-schema={schema ? 'ready' : undefined}>
      <div ref={host} style={{ height: '100%' }} />
      <div role="status" className={hasHint ? classes.hint : 'sx-visually-hidden'}>
        {hasHint ? t('Press Esc to leave the editor') : ''}
      </div>
    </div>
  )
}

function editorHandle(
  view: { readonly current: EditorView | null },
  isUnreported: RefObject<boolean>,
): TextEditorHandle {
  return {
    insert: (text) => {
      const editor = view.current
      if (!editor) return
      editor.dispatch(editor.state.replaceSelection(text), { scrollIntoView: true, userEvent: 'input' })
      editor.focus()
    },
    insertName: (name) => {
      const editor = view.current
      if (!editor || editor.state.readOnly) return
      const { from, to } = editor.state.selection.main
      editor.dispatch(nameInsertion(editor.state, name, from, to))
      editor.focus()
    },
    text: () => view.current?.state.doc.toString() ?? '',
    isUnreported: () => isUnreported.current,
    selection: () => (view.current ? selectionOf(view.current.state) : { text: '', from: 0 }),
    replace: (text) => {
      if (view.current) replaceAll(view.current, text)
    },
    focus: () => view.current?.focus(),
    hasFocus: () => view.current?.hasFocus ?? false,
  }
}

interface EditorViewProps {
  /** the initial text; a change from outside replaces the current text */
  value: string
  source: EditorSource
  schema: LoadedSchema | null
  isLive: boolean
  isReadOnly: boolean
  /** the editor takes the focus with its cursor here; null: it takes none */
  startsAt?: number | null
  error: ErrorMark | null
  onChange(text: string): void
  onSelectionChange(selected: string): void
}

/** Parts that can be reconfigured while the editor exists. */
function createParts() {
  return {
    language: new Compartment(),
    completion: new Compartment(),
    readOnly: new Compartment(),
    search: new Compartment(),
    snippets: new Compartment(),
  }
}

type Parts = ReturnType<typeof createParts>

type View = RefObject<EditorView | null>

type Latest = RefObject<EditorViewProps>

/** The CodeMirror view in `host`, kept in step with the props. */
function useEditorView(
  host: RefObject<HTMLDivElement | null>,
  props: EditorViewProps,
  onFocusChange: (hasFocus: boolean) => void,
): { view: View; isUnreported: RefObject<boolean> } {
  const { value, isReadOnly, error } = props
  const view = useRef<EditorView>(null)
  const latest = useRef(props)
  latest.current = props
  const [parts] = useState(createParts)
  const reported = useRef(value)
  const isUnreported = useRef(false)

  useEffect(() => {
    if (!host.current) return
    const listener = changeListener(latest, { reported, isUnreported }, onFocusChange)
    const empty = Object.values(parts).map((part) => part.of([]))
    const extensions = [
      baseExtensions(t('Query text'), t('Write a query here, then press Execute')),
      empty,
      listener.extension,
    ]
    const { value: doc, startsAt = null } = latest.current
    const anchor = Math.min(startsAt ?? 0, doc.length)
    const state = EditorState.create({ doc, selection: { anchor }, extensions })
    const editor = new EditorView({ parent: host.current, state })
    view.current = editor
    loadLateParts(editor, parts, () => view.current === editor)
    const isFree = document.activeElement === document.body || document.activeElement?.id === 'main'
    // on touch screens the keyboard would cover the page
    if (startsAt !== null && isFree && !window.matchMedia('(pointer: coarse)').matches) editor.focus()
    return () => {
      listener.stop()
      editor.destroy()
      view.current = null
    }
  }, [host, parts, onFocusChange])

  useLanguage(view, latest, parts)

  useEffect(() => {
    view.current?.dispatch({ effects: parts.readOnly.reconfigure(EditorState.readOnly.of(isReadOnly)) })
  }, [isReadOnly, parts])

  useEffect(() => {
    if (!view.current || value === reported.current) return
    reported.current = value
    if (view.current.state.doc.toString() !== value) replaceAll(view.current, value)
  }, [value])

  useEffect(() => {
    if (view.current) markError(view.current, error)
  }, [error])

  return { view, isUnreported }
}

/** Loads the parts that are not needed at once. */
function loadLateParts(editor: EditorView, parts: Parts, isCurrent: () => boolean): void {
  void import('./editor-search.ts').then(({ searchExtension }) => {
    if (isCurrent()) editor.dispatch({ effects: parts.search.reconfigure(searchExtension) })
  })
  void completion().catch(() => undefined)
  void import('./editor-snippets.ts').then(({ snippetKeys }) => {
    if (isCurrent()) editor.dispatch({ effects: parts.snippets.reconfigure(snippetKeys()) })
  })
}

/** Reports the text after a pause, the selection and the focus at once. */
function changeListener(
  latest: Latest,
  { reported, isUnreported }: { reported: RefObject<string>; isUnreported: RefObject<boolean> },
  onFocusChange: (hasFocus: boolean) => void,
): { extension: Extension; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  const extension = EditorView.updateListener.of((update) => {
    if (update.docChanged) {
      clearTimeout(timer)
      isUnreported.current = true
      timer = setTimeout(() => {
        isUnreported.current = false
        reported.current = update.view.state.doc.toString()
        latest.current.onChange(reported.current)
      }, changeDebounce)
    }
    if (update.selectionSet || update.docChanged) {
      latest.current.onSelectionChange(selectionOf(update.state).text)
    }
    if (update.focusChanged) onFocusChange(update.view.hasFocus)
  })
  return { extension, stop: () => clearTimeout(timer) }
}

/** Language and completion of the data source. */
function useLanguage(view: View, latest: Latest, parts: Parts): void {
  const { source, isLive } = latest.current

  useEffect(() => {
    let isCurrent = true
    void languageOf(source.syntax, source.sql_style?.dialect, source.type).then((next) => {
      if (!isCurrent) return
      view.current?.dispatch({ effects: parts.language.reconfigure(next) })
    })
    return () => {
      isCurrent = false
    }
  }, [source.sql_style?.dialect, source.syntax, source.type, parts, view])

  useEffect(() => {
    const sources: CompletionSource[] = [
      async (at) => (await completion()).completeParameters(at),
      async (at) => (await completion()).completeOthers(at),
      async (at) => {
        const { source, schema } = latest.current
        const { completeSql, completeWord } = await completion()
        return source.syntax === 'sql'
          ? completeSql(at, { schema, style: source.sql_style })
          : completeWord(at)
      },
    ]
    view.current?.dispatch({ effects: parts.completion.reconfigure(completionExtension(sources, isLive)) })
  }, [isLive, parts, view, latest])
}

function selectionOf(state: EditorState): { text: string; from: number } {
  const { from, to } = state.selection.main
  return { text: state.sliceDoc(from, to), from }
}

/** As one undoable step; the cursor keeps its position if it still exists. */
function replaceAll(editor: EditorView, text: string): void {
  const cursor = Math.min(editor.state.selection.main.head, text.length)
  editor.dispatch({
    changes: { from: 0, to: editor.state.doc.length, insert: text },
    selection: { anchor: cursor },
    userEvent: 'input.format',
  })
}
