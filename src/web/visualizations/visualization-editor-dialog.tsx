import { Button, Group, Modal, Select, TextInput } from '@mantine/core'
import { Suspense, useMemo, useState } from 'react'
import type { ResultFilter } from '#shared/results/filters.ts'
import type { TypedResult } from '#shared/results/typed-result.ts'
import type { Visualization } from '#shared/visualizations/visualizations-api.ts'
import { findVisualization, visualizationTypes } from '#visualizations/registry.ts'
import { ResultFilters } from '#web/results/result-filters.tsx'
import { useResultFilters } from '#web/results/use-result-filters.ts'
import type { ShownVisualization } from '#web/results/visualization-hash.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import {
  changeName,
  changeType,
  defaultType,
  type EditorState,
  isEdited,
  openEditor,
  storedForm,
} from './edited-visualization.ts'
import { useHostSettings } from './host-settings.ts'
import { storeVisualization } from './save-visualization.ts'
import classes from './visualization-editor-dialog.module.css'
import { VisualizationView } from './visualization-view.tsx'

export interface VisualizationEditorDialogProps {
  queryId: number
  /** null: a new one */
  visualization: ShownVisualization | null
  result: TypedResult
  /** choices to start the preview's filters from */
  filters: readonly ResultFilter[]
  onClose(saved: Visualization | null): void
}

/** Type, name and options on the left, a live picture on the right (reference-visualizations 1.3). */
export function VisualizationEditorDialog(props: VisualizationEditorDialogProps) {
  const { queryId, visualization, result, onClose } = props
  const settings = useHostSettings()
  const [opened] = useState(() =>
    openEditor(kindOf(visualization?.type ?? defaultType), visualization, result, settings),
  )
  const [state, setState] = useState(opened)
  const [isSaving, setIsSaving] = useState(false)
  const { filters, data, choose } = useResultFilters(result, props.filters)
  const kind = kindOf(state.type)

  const close = async () => {
    if (!isEdited(state, opened) || (await confirmClose())) onClose(null)
  }
  const save = async () => {
    setIsSaving(true)
    const saved = await storeVisualization(queryId, {
      id: visualization?.id ?? null,
      type: state.type,
      description: visualization?.description ?? '',
      ...storedForm(state, kind),
    })
    setIsSaving(false)
    if (saved) onClose(saved)
  }

  return (
    <Modal
      opened
      fullScreen
      title="Visualization Editor"
      onClose={() => void close()}
      closeButtonProps={{ 'aria-label': 'Close' }}
      transitionProps={{ duration: 150 }}
      classNames={{
        content: classes.content,
        body: classes.body,
        header: classes.header,
        title: classes.title,
      }}
    >
      <div className={classes.columns}>
        <div className={classes.settings}>
          <TypeAndName
            state={state}
            isNew={visualization === null}
            onType={(type) => setState((current) => changeType(current, kindOf(type), result, settings))}
            onName={(name) => setState((current) => changeName(current, name))}
          />
          <Suspense fallback={<FormSkeleton fields={4} />}>
            <kind.Editor
              key={state.type}
              data={data}
              options={state.options as never}
              settings={settings}
              onOptionsChange={(options: object) => setState((current) => ({ ...current, options }))}
            />
          </Suspense>
        </div>
        <section className={classes.preview} aria-label="Preview">
          <ResultFilters filters={filters} onChange={choose} />
          <div className={classes.picture}>
            <Preview state={state} data={data} />
          </div>
        </section>
      </div>
      <Group className={classes.footer} justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => void close()}>
          Cancel
        </Button>
        <Button loading={isSaving} onClick={() => void save()}>
          Save
        </Button>
      </Group>
    </Modal>
  )
}

function Preview({ state, data }: { state: EditorState; data: TypedResult }) {
  const visualization = useMemo(
    () => ({ type: state.type, name: state.name, options: state.options as Record<string, unknown> }),
    [state.type, state.name, state.options],
  )
  return <VisualizationView visualization={visualization} data={data} place="editor" />
}

interface TypeAndNameProps {
  state: EditorState
  isNew: boolean
  onType(type: string): void
  onName(name: string): void
}

function TypeAndName({ state, isNew, onType, onName }: TypeAndNameProps) {
  const offered = isNew
    ? visualizationTypes.filter((one) => !one.deprecated).sort((a, b) => a.name.localeCompare(b.name))
    : [kindOf(state.type)]
  return (
    <div className={classes.basics}>
      <Select
        label="Visualization Type"
        data={offered.map((one) => ({ value: one.type, label: one.name }))}
        value={state.type}
        allowDeselect={false}
        disabled={!isNew}
        onChange={(type) => {
          if (type !== null && type !== state.type) onType(type)
        }}
      />
      <TextInput
        label="Visualization Name"
        value={state.name}
        maxLength={255}
        data-autofocus
        onChange={(event) => onName(event.currentTarget.value)}
      />
    </div>
  )
}

function kindOf(type: string) {
  const kind = findVisualization(type) ?? visualizationTypes[0]
  if (!kind) throw new Error('There is no visualization type.')
  return kind
}

function confirmClose(): Promise<boolean> {
  return confirm({
    title: 'Visualization Editor',
    message: 'Are you sure you want to close the editor without saving?',
    confirmLabel: 'Yes',
    cancelLabel: 'No',
  })
}
