import type {
  HostSettings,
  Visualization,
  VisualizationData,
  VisualizationType,
} from '#visualizations/visualization.ts'

/** State of the editor dialog; pure, for its tests. */
export interface EditorState {
  type: string
  name: string
  /** the name was typed, so it no longer follows the type */
  isNameEdited: boolean
  options: Readonly<Record<string, unknown>>
}

/** A type of visualization, loaded. */
export interface LoadedKind {
  kind: Pick<VisualizationType, 'type' | 'name'>
  visualization: Visualization
}

/** What was chosen for a new visualization: a type, of charts a chart type too, and options beyond the suggested ones. */
export interface VisualizationStart {
  type: string
  chartType?: string | undefined
  options?: Readonly<Record<string, unknown>> | undefined
}

interface Stored {
  type: string
  name: string
  options: Readonly<Record<string, unknown>>
}

export function openEditor(
  { kind, visualization }: LoadedKind,
  stored: Stored | null,
  data: VisualizationData,
  settings: HostSettings,
  start?: VisualizationStart,
): EditorState {
  return {
    type: kind.type,
    name: stored?.name ?? kind.name,
    isNameEdited: false,
    options: {
      ...(stored
        ? visualization.normalize(stored.options, data, settings)
        : firstOptions(visualization, data, settings, start)),
    },
  }
}

/** Another type starts with its own defaults; the name follows until it has been edited. */
export function changeType(
  state: EditorState,
  { kind, visualization }: LoadedKind,
  data: VisualizationData,
  settings: HostSettings,
): EditorState {
  return {
    ...state,
    type: kind.type,
    name: state.isNameEdited ? state.name : kind.name,
    options: { ...firstOptions(visualization, data, settings) },
  }
}

/** A new visualization starts with the type's suggestion for the data; stored ones keep their options. */
export function firstOptions(
  visualization: Visualization,
  data: VisualizationData,
  settings: HostSettings,
  start?: VisualizationStart,
): object {
  const suggested = visualization.suggest?.(data, start?.chartType) ?? {}
  return visualization.normalize({ ...suggested, ...start?.options }, data, settings)
}

export function changeName(state: EditorState, name: string): EditorState {
  return { ...state, name, isNameEdited: true }
}

/**
 * Closing asks if the name was edited or the options differ from the initial ones
 * (docs/reference/visualizations.md#editor-dialog).
 */
export function isEdited(state: EditorState, opened: EditorState): boolean {
  return state.isNameEdited || state.type !== opened.type || !sameJson(state.options, opened.options)
}

function sameJson(one: object, other: object): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

/** A blank name becomes the name of the type. */
export function storedName(state: EditorState, kind: Pick<VisualizationType, 'name'>): string {
  return state.name.trim() === '' ? kind.name : state.name.trim()
}
