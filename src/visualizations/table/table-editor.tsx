import { Checkbox, Fieldset, Group, NativeSelect, Stack } from '@mantine/core'
import { t } from '#shared/messages/translate.ts'
import { kindOf } from '../parts/columns/cell.ts'
import { ColumnList } from '../parts/columns/column-list.tsx'
import type { TableColumn } from '../parts/columns/column-options.ts'
import { labelOf } from '../parts/columns/shown-column.ts'
import { EditorTabs } from '../parts/editor-tabs.tsx'
import { LabelledSelect } from '../parts/labelled-select.tsx'
import type { EditorProps } from '../visualization.ts'
import { pageSizes, type TableOptions } from './table-options.ts'

interface TableFormattingProps {
  columns: readonly TableColumn[]
  onChange(columns: readonly TableColumn[]): void
}

/** Color scale, bars and total of each visible column. They are stored beside the other options; Redash ignores them. */
function TableFormatting({ columns, onChange }: TableFormattingProps) {
  const change = (name: string, part: Partial<TableColumn>) =>
    onChange(columns.map((column) => (column.name === name ? { ...column, ...part } : column)))
  return (
    <Stack gap="sm">
      {columns
        .filter(({ visible }) => visible)
        .map((column) => (
          <ColumnFormatting
            key={column.name}
            column={column}
            onChange={(part) => change(column.name, part)}
          />
        ))}
    </Stack>
  )
}

interface ColumnFormattingProps {
  column: TableColumn
  onChange(part: Partial<TableColumn>): void
}

function ColumnFormatting({ column, onChange }: ColumnFormattingProps) {
  const kind = kindOf(column)
  const isScaled = kind === 'number' || kind === 'datetime'
  const hasScale = typeof column.colorScale === 'string' && column.colorScale !== ''
  return (
    <Fieldset legend={labelOf(column)} p="xs">
      <Group gap="sm" align="flex-end" wrap="wrap">
        {isScaled ? (
          <NativeSelect
            size="xs"
            label={t('Color scale')}
            data={scaleChoices}
            value={hasScale ? column.colorScale : ''}
            onChange={(event) => onChange({ colorScale: event.currentTarget.value })}
          />
        ) : null}
        <NativeSelect
          size="xs"
          label={t('Total')}
          data={isScaled ? totalChoices : totalChoices.filter(({ value }) => textTotals.includes(value))}
          value={typeof column.total === 'string' ? column.total : ''}
          onChange={(event) => onChange({ total: event.currentTarget.value })}
        />
        {isScaled ? (
          <Checkbox
            size="xs"
            mb={6}
            label={t('Bars in cells')}
            // a cell has one or the other
            disabled={hasScale}
            checked={column.bars === true}
            onChange={(event) => onChange({ bars: event.currentTarget.checked })}
          />
        ) : null}
      </Group>
    </Fieldset>
  )
}

const scaleChoices = [
  { value: '', label: t('None') },
  { value: 'sequential', label: t('Light to dark') },
  { value: 'diverging', label: t('Two colors') },
]
const totalChoices = [
  { value: '', label: t('None') },
  { value: 'sum', label: t('Sum') },
  { value: 'average', label: t('Average') },
  { value: 'least', label: t('Min') },
  { value: 'most', label: t('Max') },
  { value: 'count', label: t('Count') },
  { value: 'distinct', label: t('Distinct') },
]
const textTotals = ['', 'count', 'distinct']

/** Tabs `Columns`, `Formatting` and `Grid` (docs/reference/visualizations.md#table-editor). */
export default function TableEditor({ options, onOptionsChange }: EditorProps<TableOptions>) {
  const changeColumns = (columns: readonly TableColumn[]) => onOptionsChange({ ...options, columns })
  return (
    <EditorTabs
      tabs={[
        {
          key: 'columns',
          title: t('Columns'),
          content: <ColumnList searchable columns={options.columns} onChange={changeColumns} />,
        },
        {
          key: 'formatting',
          title: t('Formatting'),
          content: <TableFormatting columns={options.columns} onChange={changeColumns} />,
        },
        {
          key: 'grid',
          title: t('Grid'),
          content: (
            <Stack gap="sm">
              <LabelledSelect
                label={t('Items per page')}
                choices={pageSizes.map((size) => ({ value: String(size), label: String(size) }))}
                value={String(options.itemsPerPage)}
                onChange={(size) => onOptionsChange({ ...options, itemsPerPage: Number(size) })}
              />
              <Checkbox
                label={t('Wrap long texts')}
                checked={options.wrapText === true}
                onChange={(event) => onOptionsChange({ ...options, wrapText: event.currentTarget.checked })}
              />
            </Stack>
          ),
        },
      ]}
    />
  )
}
