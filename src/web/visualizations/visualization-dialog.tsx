import { startTransition, useState } from 'react'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import type { PictureStart } from './edited-visualization.ts'
import { PictureGallery } from './picture-gallery.tsx'
import {
  VisualizationEditorDialog,
  type VisualizationEditorDialogProps,
} from './visualization-editor-dialog.tsx'

/** The editor of a visualization; a new one is chosen in the gallery first. */
export function VisualizationDialog(props: Omit<VisualizationEditorDialogProps, 'start'>) {
  const [start, setStart] = useState<PictureStart | null>(null)
  useFocusReturn()
  if (props.visualization !== null || start !== null) {
    return <VisualizationEditorDialog {...props} start={start} />
  }
  return (
    <PictureGallery
      result={props.result}
      // the gallery stays until the script of the editor is there
      onChoose={(chosen) => startTransition(() => setStart(chosen))}
      onClose={() => props.onClose(null)}
    />
  )
}
