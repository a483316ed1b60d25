import type { EditorView } from '@codemirror/view'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import colors from './editor-colors.module.css'
import { replaceAll, selectionOf } from './editor-text.ts'
import classes from './text-editor.module.css'
import { type EditorViewProps, useEditorView } from './use-editor-view.ts'

/** The page's handle on the editor. */
export interface TextEditorHandle {
  insert(text: string): void
  /** the current text, including changes that the debounce has not reported yet */
  text(): string
  selection(): { text: string; from: number }
  /** replaces the whole text, as one undoable step */
  replace(text: string): void
  focus(): void
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
  const view = useEditorView(host, props, setHasFocus)
  const [hasHint, setHasHint] = useState(false)

  useEffect(() => {
    setHasHint(hasFocus)
    if (!hasFocus) return
    const timer = setTimeout(() => setHasHint(false), hintTime)
    return () => clearTimeout(timer)
  }, [hasFocus])

  useImperativeHandle(handle, () => editorHandle(view), [view])

  return (
    <div className={`${colors.colors} ${classes.host}`} data-schema={schema ? 'ready' : undefined}>
      <div ref={host} style={{ height: '100%' }} />
      <div role="status" className={hasHint ? classes.hint : 'sx-visually-hidden'}>
        {hasHint ? t('Press Esc to leave the editor') : ''}
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
