import type { Ref } from 'react'
import { t } from '#shared/messages/translate.ts'
import { TextEditor, type TextEditorHandle, type TextEditorProps } from '../editor/text-editor.tsx'
import { EditorControls, type EditorControlsProps } from './editor-controls.tsx'
import classes from './editor-pane.module.css'

interface EditorPaneProps {
  editor: Omit<TextEditorProps, 'handle'>
  handle: Ref<TextEditorHandle>
  controls: EditorControlsProps
}

/** The text and its row of controls. */
export function EditorPane({ editor, handle, controls }: EditorPaneProps) {
  return (
    <section className={classes.pane} aria-label={t('Query editor')}>
      <div className={classes.text}>
        <TextEditor {...editor} handle={handle} />
      </div>
      <EditorControls {...controls} />
    </section>
  )
}
