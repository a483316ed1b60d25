import type { GridItem } from '#shared/dashboards/grid.ts'
import type { Widget } from '#shared/dashboards/widgets-api.ts'
import type { DashboardDraft } from '#web/dashboards/use-dashboard-draft.ts'
import type { ParameterSettings } from '#web/parameters/control-props.ts'
import type { DropdownSource } from '#web/parameters/dropdown-source.ts'
import type { Parameters } from '#web/parameters/use-parameters.ts'
import type { SaveStatus } from './layout-saving.ts'
import type { SaveWidget } from './use-widget-saves.ts'

/** What the page gives to its editing. */
export interface EditingParts {
  draft: DashboardDraft
  /** `edit` in the address, the right to edit, not archived, and several columns */
  isEditing: boolean
  /** the shown grid, as it stands now */
  items: readonly GridItem[]
  /** brings a widget to where somebody else has moved it */
  showStored(id: number): void
  /** the tab that new widgets go to; null: there are no tabs */
  tab: string | null
  /** those of the dashboard, with applied and pending values */
  parameters: Parameters
  settings: ParameterSettings
  /** options of query-based dropdowns, for static values */
  dropdownsOf(queryId: number): DropdownSource
  /** takes `edit` out of the address */
  leave(): void
}

/** What the page gets: the state of saving, and the acts of its menus. */
export interface DashboardEditing {
  status: SaveStatus
  /** Done Editing was chosen, and waits until all is saved */
  isLeaving: boolean
  /** the grid was changed by the reader: it is saved soon */
  changeLayout(items: readonly GridItem[]): void
  /** tries again what could not be saved */
  retry(): void
  /** saves what is open and the values of the parameters, then leaves edit mode */
  done(): Promise<void>
  openAddWidget(): void
  openAddTextbox(): void
  openEditTextbox(widget: Widget): void
  /** the dialog `Parameters` of a widget */
  openMappings(widget: Widget): void
  /** false: it could not be saved, and the reader has been told */
  moveToTab(widget: Widget, tab: string | null): Promise<boolean>
  /** names of the dashboard's parameters in their new order */
  orderParameters(names: readonly string[]): Promise<boolean>
  orderWidgetParameters(widget: Widget, names: readonly string[]): Promise<boolean>
}

/** What every dialog of editing is given. */
export interface EditingDialogProps {
  parts: EditingParts
  saveWidget: SaveWidget
  onClose(): void
}
