import { flushSync } from 'react-dom'
import { resultPanelId } from '#web/results/result-tabs.tsx'
import type { TextEditorHandle } from '../editor/text-editor.tsx'
import type { NarrowView } from './editor-parts.ts'

/** From the text to its result; from anywhere else to the text. `show`: on a phone only one of them is in view. */
export function changePane(editor: TextEditorHandle | null, show: (view: NarrowView) => void): void {
  const isInText = editor?.hasFocus() ?? false
  flushSync(() => show(isInText ? 'results' : 'query'))
  if (isInText) focusResult()
  else editor?.focus()
}

/** The cells of a table, else the tab of what is shown. */
function focusResult(): void {
  const panel = document.getElementById(resultPanelId)
  const label = panel?.getAttribute('aria-labelledby') ?? ''
  const found = panel?.querySelector<HTMLElement>('[role="grid"]') ?? document.getElementById(label)
  found?.focus()
}
