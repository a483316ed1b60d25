import type { GridItem } from '#shared/dashboards/grid.ts'
import type { Widget } from '#shared/dashboards/widgets-api.ts'
import type { DashboardDraft } from '#web/dashboards/use-dashboard-draft.ts'
import type { ParameterSettings } from '#web/parameters/control-props.ts'
import type { DropdownSource } from '#web/parameters/dropdown-source.ts'
import type { Parameters } from '#web/parameters/use-parameters.ts'
import type { SaveStatus } from './layout-saving.ts'
import type { SaveWidget } from './use-widget-saves.ts'

/** What the page passes to its editing code. */
export interface EditingParts {
  draft: DashboardDraft
  /** `edit` in the address, the right to edit, not archived, and several columns */
  isEditing: boolean
  /** the shown grid in its current state */
  items: readonly GridItem[]
  /** moves a widget to its stored place after another user moved it */
  showStored(id: number): void
  /** the tab for new widgets; null: there are no tabs */
  tab: string | null
  /** the dashboard's parameters, with applied and pending values */
  parameters: Parameters
  settings: ParameterSettings
  /** options of query-based dropdowns, for static values */
  dropdownsOf(queryId: number): DropdownSource
  /** removes `edit` from the address */
  leave(): void
}

/** What the page receives: the save status and the actions of its menus. */
export interface DashboardEditing {
  status: SaveStatus
  /** Done Editing was chosen and waits for pending saves */
  isLeaving: boolean
  /** the user changed the grid: schedules a save */
  changeLayout(items: readonly GridItem[]): void
  /** retries failed saves */
  retry(): void
  /** saves pending changes and parameter values, then leaves edit mode */
  done(): Promise<void>
  openAddWidget(): void
  openAddTextbox(): void
  openEditTextbox(widget: Widget): void
  /** the dialog `Parameters` of a widget */
  openMappings(widget: Widget): void
  /** false: not saved, and the user has been told */
  moveToTab(widget: Widget, tab: string | null): Promise<boolean>
  /** names of the dashboard's parameters in their new order */
  orderParameters(names: readonly string[]): Promise<boolean>
  orderWidgetParameters(widget: Widget, names: readonly string[]): Promise<boolean>
}

/** Props of every editing dialog. */
export interface EditingDialogProps {
  parts: EditingParts
  saveWidget: SaveWidget
  onClose(): void
}
