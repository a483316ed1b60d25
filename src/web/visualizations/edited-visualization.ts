import type { HostSettings, VisualizationData, VisualizationType } from '#visualizations/visualization.ts'

/** State of the editor dialog; pure, so that its rules can be tested. */
export interface EditorState {
  type: string
  name: string
  /** the name was typed: it no longer follows the type */
  isNameEdited: boolean
  options: object
}

/** The type that a new visualization starts with (reference-visualizations 1). */
export const defaultType = 'CHART'

interface Stored {
  type: string
  name: string
  options: Readonly<Record<string, unknown>>
}

export function openEditor(
  kind: VisualizationType<never>,
  stored: Stored | null,
  data: VisualizationData,
  settings: HostSettings,
): EditorState {
  return {
    type: kind.type,
    name: stored?.name ?? kind.name,
    isNameEdited: false,
    options: kind.normalize(stored?.options ?? {}, data, settings),
  }
}

/** Another type starts from its own defaults; the name follows until it has been edited. */
export function changeType(
  state: EditorState,
  kind: VisualizationType<never>,
  data: VisualizationData,
  settings: HostSettings,
): EditorState {
  return {
    ...state,
    type: kind.type,
    name: state.isNameEdited ? state.name : kind.name,
    options: kind.normalize({}, data, settings),
  }
}

export function changeName(state: EditorState, name: string): EditorState {
  return { ...state, name, isNameEdited: true }
}

/** Closing asks when the name was edited or the options differ from how they were (reference-visualizations 1.3). */
export function isEdited(state: EditorState, opened: EditorState): boolean {
  return state.isNameEdited || state.type !== opened.type || !sameJson(state.options, opened.options)
}

function sameJson(one: object, other: object): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

/** What is saved: the type's own choice of its options; a blank name becomes the type's. */
export function storedForm(
  state: EditorState,
  kind: VisualizationType<never>,
): { name: string; options: Record<string, unknown> } {
  const options = state.options as never
  return {
    name: state.name.trim() === '' ? kind.name : state.name.trim(),
    options: kind.toStored ? kind.toStored(options) : { ...(state.options as Record<string, unknown>) },
  }
}
