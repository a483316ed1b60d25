import { Select } from '@mantine/core'
import { t } from '#shared/messages/translate.ts'
import type { VisualizationData } from '../visualization.ts'

export interface ColumnSelectProps {
  label: string
  columns: VisualizationData['columns']
  /** null: none chosen */
  value: string | null
  onChange(column: string): void
  /** label of a first choice meaning no column (`""`) */
  none?: string
  disabled?: boolean
}

/**
 * Selects one column of the result. A stored column that is missing in the result stays visible with an error; without
 * a result there is no error.
 */
export function ColumnSelect({ label, columns, value, onChange, none, disabled = false }: ColumnSelectProps) {
  const names = columns.map(({ name }) => name)
  const offered = [...new Set(names)].filter((name) => name !== '')
  const isGone = value !== null && value !== '' && !offered.includes(value)
  const choices = [
    ...(none === undefined ? [] : [{ value: '', label: none }]),
    ...[...offered, ...(isGone ? [value] : [])].map((name) => ({ value: name, label: name })),
  ]
  return (
    <Select
      label={label}
      placeholder={t('Choose column...')}
      searchable
      allowDeselect={false}
      disabled={disabled}
      data={choices}
      value={value}
      error={
        isGone && !disabled && names.length > 0
          ? t('The result has no column {value}.', { value })
          : undefined
      }
      onChange={(name) => {
        if (name !== null) onChange(name)
      }}
    />
  )
}
