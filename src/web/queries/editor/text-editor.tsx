import { Compartment, EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { LoadedSchema } from '#web/schema-browser/use-schema.ts'
import { baseExtensions, completionExtension } from './editor-extensions.ts'
import { type EditorLanguage, type EditorSource, languageOf, namesOf } from './editor-language.ts'
import { type ErrorMark, markError } from './error-mark.ts'
import { schemaCompletion } from './schema-completion.ts'
import classes from './text-editor.module.css'

/** What the page does with the editor. */
export interface TextEditorHandle {
  insert(text: string): void
  /** the current text, including what the debounce has not yet reported */
  text(): string
  selection(): { text: string; from: number }
  /** replaces everything, as one undoable step */
  replace(text: string): void
  focus(): void
}

export interface TextEditorProps {
  handle: Ref<TextEditorHandle>
  /** the first text; a change from outside replaces what stands */
  value: string
  source: EditorSource
  schema: LoadedSchema | null
  isLive: boolean
  isReadOnly: boolean
  error: ErrorMark | null
  onChange(text: string): void
  onSelectionChange(selected: string): void
}

/** Query text changes are told after this pause (part 1 section 9). */
const changeDebounce = 100
/** The spoken hint disappears after this time (part 1 section 9). */
const hintTime = 1000

export function TextEditor(props: TextEditorProps) {
  const { handle, value, source, schema, isLive, isReadOnly, error } = props
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const latest = useRef(props)
  latest.current = props
  const [parts] = useState(() => ({
    language: new Compartment(),
    completion: new Compartment(),
    readOnly: new Compartment(),
    search: new Compartment(),
  }))
  const [language, setLanguage] = useState<EditorLanguage | null>(null)
  const [hasHint, setHasHint] = useState(false)
  const reported = useRef(value)

  useEffect(() => {
    if (!host.current) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const report = (editor: EditorView) => {
      reported.current = editor.state.doc.toString()
      latest.current.onChange(reported.current)
    }
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          baseExtensions('Query text', 'Write a query here, then press Execute'),
          parts.language.of([]),
          parts.completion.of([]),
          parts.readOnly.of([]),
          parts.search.of([]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) {
              clearTimeout(timer)
              timer = setTimeout(() => report(update.view), changeDebounce)
            }
            if (update.selectionSet || update.docChanged) {
              latest.current.onSelectionChange(selectionOf(update.state).text)
            }
            if (update.focusChanged) setHasHint(update.view.hasFocus)
          }),
        ],
      }),
    })
    view.current = editor
    void import('./editor-search.ts').then(({ searchExtension }) => {
      if (view.current === editor) editor.dispatch({ effects: parts.search.reconfigure(searchExtension) })
    })
    return () => {
      clearTimeout(timer)
      editor.destroy()
      view.current = null
    }
  }, [parts])

  useEffect(() => {
    let isCurrent = true
    void languageOf({ type: source.type, syntax: source.syntax }).then((next) => {
      if (!isCurrent) return
      setLanguage(next)
      view.current?.dispatch({ effects: parts.language.reconfigure(next.extension) })
    })
    return () => {
      isCurrent = false
    }
  }, [source.type, source.syntax, parts])

  useEffect(() => {
    const sources = [
      schemaCompletion(
        () => latest.current.schema,
        () => namesOf(latest.current.source),
      ),
    ]
    const keywords = language?.keywords
    if (keywords)
      sources.push((context) => (context.matchBefore(/\.[\p{L}\p{N}_$]*/u) ? null : keywords(context)))
    view.current?.dispatch({ effects: parts.completion.reconfigure(completionExtension(sources, isLive)) })
  }, [language, isLive, parts])

  useEffect(() => {
    view.current?.dispatch({ effects: parts.readOnly.reconfigure(EditorState.readOnly.of(isReadOnly)) })
  }, [isReadOnly, parts])

  useEffect(() => {
    if (view.current && value !== reported.current) {
      reported.current = value
      replaceAll(view.current, value)
    }
  }, [value])

  useEffect(() => {
    if (view.current) markError(view.current, error)
  }, [error])

  useEffect(() => {
    if (!hasHint) return
    const timer = setTimeout(() => setHasHint(false), hintTime)
    return () => clearTimeout(timer)
  }, [hasHint])

  useImperativeHandle(handle, () => editorHandle(view), [])

  return (
    <div className={classes.host} data-schema={schema ? 'ready' : undefined}>
      <div ref={host} style={{ height: '100%' }} />
      <div role="status" className={hasHint ? classes.hint : 'sx-visually-hidden'}>
        {hasHint ? 'Press Esc to leave the editor' : ''}
      </div>
    </div>
  )
}

function editorHandle(view: { readonly current: EditorView | null }): TextEditorHandle {
  return {
    insert: (text) => {
      const editor = view.current
      if (!editor) return
      editor.dispatch(editor.state.replaceSelection(text), { scrollIntoView: true, userEvent: 'input' })
      editor.focus()
    },
    text: () => view.current?.state.doc.toString() ?? '',
    selection: () => (view.current ? selectionOf(view.current.state) : { text: '', from: 0 }),
    replace: (text) => {
      if (view.current) replaceAll(view.current, text)
    },
    focus: () => view.current?.focus(),
  }
}

function selectionOf(state: EditorState): { text: string; from: number } {
  const { from, to } = state.selection.main
  return { text: state.sliceDoc(from, to), from }
}

function replaceAll(editor: EditorView, text: string): void {
  const cursor = Math.min(editor.state.selection.main.head, text.length)
  editor.dispatch({
    changes: { from: 0, to: editor.state.doc.length, insert: text },
    selection: { anchor: cursor },
    userEvent: 'input.format',
  })
}
