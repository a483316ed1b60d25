import { MergeView, unifiedMergeView } from '@codemirror/merge'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView, lineNumbers } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { t } from '#shared/messages/translate.ts'
import colors from '#web/editor/editor-colors.module.css'
import { type EditorSource, languageOf } from '#web/editor/editor-language.ts'
import { editorTheme } from '#web/editor/editor-theme.ts'
import classes from './text-diff.module.css'

export interface TextDiffProps {
  before: string
  after: string
  source: EditorSource
  /** labels of both sides, for assistive technology */
  labels: { before: string; after: string }
  /** one column with removed and added lines; otherwise side by side */
  isUnified: boolean
}

/** The library's own colors ignore the theme. */
const quietRed = { background: 'var(--sx-error-quiet)' }
const quietGreen = { background: 'var(--sx-ok-quiet)' }
const red = { background: 'color-mix(in srgb, var(--sx-error) 25%, transparent)', borderRadius: '2px' }
const green = { background: 'color-mix(in srgb, var(--sx-ok) 25%, transparent)', borderRadius: '2px' }
const diffTheme = EditorView.theme({
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': quietRed,
  '&.cm-merge-b .cm-changedLine, .cm-changedLine, .cm-inlineChangedLine': quietGreen,
  '&.cm-merge-a .cm-changedText, .cm-deletedChunk .cm-deletedText, &.cm-merge-b .cm-deletedText': red,
  '&.cm-merge-b .cm-changedText, .cm-changedText': green,
  '&.cm-merge-a .cm-changedLineGutter, .cm-deletedLineGutter': { background: 'var(--sx-error)' },
  '&.cm-merge-b .cm-changedLineGutter, .cm-changedLineGutter': { background: 'var(--sx-ok)' },
  '.cm-collapsedLines': {
    padding: '0.125rem 0.75rem',
    background: 'var(--sx-hover)',
    color: 'var(--sx-muted)',
    fontFamily: 'var(--mantine-font-family)',
    fontSize: '0.75rem',
  },
})

/** Long runs of equal lines are collapsed. */
const collapseUnchanged = { margin: 3, minSize: 6 }

/** The differences of two texts, in the colors of the editor. */
export function TextDiff({ before, after, source, labels, isUnified }: TextDiffProps) {
  const host = useRef<HTMLDivElement>(null)
  const { syntax, type } = source
  const dialect = source.sql_style?.dialect
  const { before: labelBefore, after: labelAfter } = labels

  useEffect(() => {
    const parent = host.current
    if (parent === null) return
    const language = new Compartment()
    const common = (label: string) => [language.of([]), readingExtensions(label)]
    const shown = isUnified
      ? unifiedView(parent, before, after, common(`${labelBefore}, ${labelAfter}`))
      : sideBySideView(parent, before, after, common(labelBefore), common(labelAfter))
    let isGone = false
    void languageOf(syntax, dialect, type).then((extension) => {
      if (isGone) return
      for (const view of shown.views) view.dispatch({ effects: language.reconfigure(extension) })
    })
    return () => {
      isGone = true
      shown.destroy()
    }
  }, [before, after, dialect, syntax, type, labelBefore, labelAfter, isUnified])

  return (
    <div ref={host} className={`${colors.colors} ${classes.diff}`} data-unified={isUnified || undefined} />
  )
}

function readingExtensions(label: string): Extension {
  return [
    lineNumbers(),
    EditorView.lineWrapping,
    EditorState.readOnly.of(true),
    EditorState.phrases.of({ '$ unchanged lines': t('$ unchanged lines') }),
    EditorView.editable.of(false),
    EditorView.contentAttributes.of({ 'aria-label': label }),
    editorTheme,
    diffTheme,
  ]
}

function unifiedView(parent: HTMLElement, before: string, after: string, extensions: Extension) {
  const merge = unifiedMergeView({ original: before, mergeControls: false, collapseUnchanged })
  const view = new EditorView({ parent, doc: after, extensions: [extensions, merge] })
  return { views: [view], destroy: () => view.destroy() }
}

function sideBySideView(
  parent: HTMLElement,
  before: string,
  after: string,
  left: Extension,
  right: Extension,
) {
  const view = new MergeView({
    parent,
    a: { doc: before, extensions: left },
    b: { doc: after, extensions: right },
    collapseUnchanged,
  })
  return { views: [view.a, view.b], destroy: () => view.destroy() }
}
