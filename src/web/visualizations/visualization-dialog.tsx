import { startTransition, useState } from 'react'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import type { VisualizationStart } from './edited-visualization.ts'
import {
  VisualizationEditorDialog,
  type VisualizationEditorDialogProps,
} from './visualization-editor-dialog.tsx'
import { VisualizationGallery } from './visualization-gallery.tsx'

/** The editor of a visualization; a new one is chosen in the gallery first. */
export function VisualizationDialog(props: Omit<VisualizationEditorDialogProps, 'start'>) {
  const [start, setStart] = useState<VisualizationStart | null>(null)
  useFocusReturn()
  if (props.visualization !== null || start !== null) {
    return <VisualizationEditorDialog {...props} start={start} />
  }
  return (
    <VisualizationGallery
      result={props.result}
      // the gallery stays until the script of the editor is there
      onChoose={(chosen) => startTransition(() => setStart(chosen))}
      onClose={() => props.onClose(null)}
    />
  )
}
