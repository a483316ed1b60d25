import { MultiSelect, Select } from '@mantine/core'
import { t } from '#shared/messages/translate.ts'
import {
  type ChartTabProps,
  type ColumnRole,
  columnChoices,
  columnsWithRole,
  editorParts,
  effectiveMapping,
  withRole,
} from './chart-editor-rules.ts'

/** Assigns columns to roles. A select offers unused columns and those that already have its role. */
export function ColumnSelects({ data, options, replace }: ChartTabProps) {
  const parts = editorParts(options)
  const mapping = effectiveMapping(options.columnMapping, data.columns)
  const [x, y] = options.swappedAxes ? [t('Y Column'), t('X Columns')] : [t('X Column'), t('Y Columns')]
  const choices = (role: ColumnRole) => columnChoices(data.columns, mapping, role, parts.roles)
  const choose = (role: ColumnRole, columns: string[]) =>
    replace({ ...options, columnMapping: withRole(mapping, role, columns) })
  const single = (role: ColumnRole, label: string) => (
    <Select
      label={label}
      placeholder={t('Choose column...')}
      searchable
      clearable
      // choosing the same column again keeps it; the clear button removes it
      allowDeselect={false}
      nothingFoundMessage={t('No column is left')}
      data={choices(role)}
      value={columnsWithRole(mapping, role)[0] ?? null}
      onChange={(column) => choose(role, column === null ? [] : [column])}
    />
  )
  const ys = columnsWithRole(mapping, 'y')
  return (
    <>
      {single('x', x)}
      <MultiSelect
        label={y}
        placeholder={ys.length === 0 ? t('Choose columns...') : ''}
        searchable
        clearable
        nothingFoundMessage={t('No column is left')}
        data={choices('y')}
        value={ys}
        onChange={(columns) => choose('y', columns)}
      />
      {parts.roles.includes('series') ? single('series', t('Group by')) : null}
      {parts.roles.includes('size') ? single('size', t('Bubble Size Column')) : null}
      {parts.roles.includes('zVal') ? single('zVal', t('Color Column')) : null}
      {parts.roles.includes('yError') ? single('yError', t('Errors column')) : null}
    </>
  )
}
