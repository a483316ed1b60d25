import { Checkbox, Stack } from '@mantine/core'
import { t } from '#shared/messages/translate.ts'
import { ColumnList } from '../parts/columns/column-list.tsx'
import type { TableColumn } from '../parts/columns/column-options.ts'
import { EditorTabs } from '../parts/editor-tabs.tsx'
import { LabelledSelect } from '../parts/labelled-select.tsx'
import type { EditorProps } from '../visualization.ts'
import { TableFormatting } from './table-formatting.tsx'
import { pageSizes, type TableOptions } from './table-options.ts'

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
