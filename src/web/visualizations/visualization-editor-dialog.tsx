import { Box, Button, Group, Modal, Select, TextInput } from '@mantine/core'
import { use, useMemo, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import type { ResultFilter } from '#shared/results/filters.ts'
import type { TypedResult } from '#shared/results/typed-result.ts'
import {
  createVisualization,
  saveVisualization,
  type Visualization,
} from '#shared/visualizations/visualizations-api.ts'
import {
  defaultVisualizationType,
  findVisualizationType,
  offeredVisualizationTypes,
} from '#visualizations/registry.ts'
import { typeLabels } from '#visualizations/type-labels.ts'
import type { VisualizationType } from '#visualizations/visualization.ts'
import { storedOptions, VisualizationEditorHost } from '#visualizations/visualization-editor-host.tsx'
import { call } from '#web/api/call.ts'
import { helpPageOfVisualization } from '#web/help/help-pages.ts'
import { HelpTrigger } from '#web/help/help-trigger.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { loadPart } from '#web/ui/lazy.tsx'
import { notify } from '#web/ui/toast.tsx'
import {
  changeName,
  changeType,
  type EditorState,
  isEdited,
  type LoadedKind,
  openEditor,
  storedName,
  type VisualizationStart,
} from './edited-visualization.ts'
import { useHostSettings } from './host-settings.ts'
import { ResultFilters } from './result-filters.tsx'
import { isUnsaved, unsavedVisualization } from './unsaved-visualization.ts'
import { useResultFilters } from './use-result-filters.ts'
import classes from './visualization-editor-dialog.module.css'
import type { ShownVisualization } from './visualization-hash.ts'
import { VisualizationView } from './visualization-view.tsx'

export interface VisualizationEditorDialogProps {
  /** null: the query is not stored, and the visualization is kept with its draft */
  queryId: number | null
  /** null: a new visualization */
  visualization: ShownVisualization | null
  /** what a new one begins with */
  start: VisualizationStart | null
  result: TypedResult
  /** initial choices of the preview's filters */
  filters: readonly ResultFilter[]
  onClose(saved: Visualization | null): void
}

/** Type, name and options on the left, a live preview on the right (docs/reference/visualizations.md#editor-dialog). */
export function VisualizationEditorDialog(props: VisualizationEditorDialogProps) {
  const kind = kindOf(props.visualization?.type ?? props.start?.type ?? defaultVisualizationType)
  return <EditorDialog {...props} first={{ kind, visualization: use(pluginOf(kind)) }} />
}

const plugins = new Map<VisualizationType, Promise<LoadedKind['visualization']>>()

/** Returns the same promise at every render. While the server is down it stays pending, and the page behind stays. */
function pluginOf(kind: VisualizationType): Promise<LoadedKind['visualization']> {
  const known = plugins.get(kind)
  if (known !== undefined) return known
  const loading = loadPart(kind.load)
  plugins.set(kind, loading)
  return loading
}

function EditorDialog(props: VisualizationEditorDialogProps & { first: LoadedKind }) {
  const { queryId, visualization, result, onClose } = props
  const settings = useHostSettings()
  const [opened] = useState(() =>
    openEditor(props.first, visualization, result, settings, props.start ?? undefined),
  )
  const [loaded, setLoaded] = useState(props.first)
  const [state, setState] = useState(opened)
  const [isSaving, setIsSaving] = useState(false)
  const { filters, data, choose } = useResultFilters(result, props.filters)
  const changeOptions = (options: Readonly<Record<string, unknown>>) =>
    setState((current) => ({ ...current, options }))
  const chooseType = async (type: string) => {
    const kind = kindOf(type)
    const next = { kind, visualization: await pluginOf(kind) }
    setLoaded(next)
    setState((current) => changeType(current, next, result, settings))
  }

  const close = async () => {
    if (!isEdited(state, opened) || (await confirmClose())) onClose(null)
  }
  const save = async () => {
    setIsSaving(true)
    const saved = await storeVisualization(queryId, {
      id: visualization?.id ?? null,
      type: state.type,
      description: visualization?.description ?? '',
      name: storedName(state, loaded.kind),
      options: storedOptions(loaded.visualization, state.options, result, settings),
    })
    setIsSaving(false)
    if (saved) onClose(saved)
  }

  return (
    <Modal
      opened
      fullScreen
      title={t('Visualization Editor')}
      onClose={() => void close()}
      closeButtonProps={{ 'aria-label': t('Close') }}
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
            onType={(type) => void chooseType(type)}
            onName={(name) => setState((current) => changeName(current, name))}
          />
          <VisualizationEditorHost
            key={state.type}
            visualization={loaded.visualization}
            options={state.options}
            onOptionsChange={changeOptions}
            data={data}
            settings={settings}
          />
        </div>
        <section className={classes.preview} aria-label={t('Preview')}>
          <ResultFilters filters={filters} onChange={choose} />
          <div className={classes.visualization}>
            <Preview state={state} data={data} onOptionsChange={changeOptions} />
          </div>
        </section>
      </div>
      <Group className={classes.footer} justify="flex-end" gap="xs">
        <Box me="auto">
          <HelpTrigger page={helpPageOfVisualization(state.type)} label={t('Help on this visualization')} />
        </Box>
        <Button variant="default" onClick={() => void close()}>
          {t('Cancel')}
        </Button>
        <Button loading={isSaving} onClick={() => void save()}>
          {t('Save')}
        </Button>
      </Group>
    </Modal>
  )
}

interface PreviewProps {
  state: EditorState
  data: TypedResult
  onOptionsChange(options: Record<string, unknown>): void
}

function Preview({ state, data, onOptionsChange }: PreviewProps) {
  const visualization = useMemo(
    () => ({ type: state.type, name: state.name, options: state.options }),
    [state.type, state.name, state.options],
  )
  return (
    <VisualizationView
      visualization={visualization}
      data={data}
      place="editor"
      onOptionsChange={onOptionsChange}
    />
  )
}

interface TypeAndNameProps {
  state: EditorState
  isNew: boolean
  onType(type: string): void
  onName(name: string): void
}

function TypeAndName({ state, isNew, onType, onName }: TypeAndNameProps) {
  const offered = isNew ? offeredVisualizationTypes() : [kindOf(state.type)]
  return (
    <div className={classes.basics}>
      <Select
        label={t('Visualization Type')}
        data={offered.map((one) => ({ value: one.type, label: typeLabels[one.type] ?? one.name }))}
        value={state.type}
        allowDeselect={false}
        disabled={!isNew}
        onChange={(type) => {
          if (type !== null && type !== state.type) onType(type)
        }}
      />
      <TextInput
        label={t('Visualization Name')}
        value={state.name}
        maxLength={255}
        data-autofocus
        onChange={(event) => onName(event.currentTarget.value)}
      />
    </div>
  )
}

function kindOf(type: string): VisualizationType {
  const kind = findVisualizationType(type)
  if (!kind) throw new Error(t('There is no visualization type {type}.', { type }))
  return kind
}

function confirmClose(): Promise<boolean> {
  return confirm({
    title: t('Visualization Editor'),
    message: t('Are you sure you want to close the editor without saving?'),
    confirmLabel: t('Yes'),
    cancelLabel: t('No'),
  })
}

interface EditedVisualization {
  id: number | null
  type: string
  name: string
  description: string
  options: Record<string, unknown>
}

/** Creates or updates. Resolves to null if that failed; the user has been told. */
async function storeVisualization(
  queryId: number | null,
  edited: EditedVisualization,
): Promise<Visualization | null> {
  const { id, type, name, description, options } = edited
  if (queryId === null || isUnsaved(edited)) return unsavedVisualization(edited, new Date())
  try {
    const saved =
      id === null
        ? await call(createVisualization, { body: { query_id: queryId, type, name, description, options } })
        : await call(saveVisualization, { params: { id }, body: { type, name, description, options } })
    notify.success(t('Visualization saved'))
    return saved
  } catch {
    notify.error(t('Visualization could not be saved'))
    return null
  }
}
