import { t } from '#shared/messages/translate.ts'
import { kindOf } from './cell.ts'
import type { Alignment, DisplayKind, TableColumn } from './column-options.ts'

/** The model of a column as plain data. */
export interface ShownColumn {
  name: string
  label: string
  /** absent when blank */
  description?: string
  kind: DisplayKind
  align: Alignment
}

/** `label`: the name of the column in this visualization. */
export function shownColumn(column: TableColumn, label: string): ShownColumn {
  const { name, description, alignContent } = column
  const shown = { name, label, kind: kindOf(column), align: alignContent }
  return description.trim() === '' ? shown : { ...shown, description }
}

/** A column's title, or its name when that is empty. */
export function labelOf({ title, name }: TableColumn): string {
  return title.trim() || name.trim() || t('(no name)')
}
