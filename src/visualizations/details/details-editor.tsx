import { t } from '#shared/messages/translate.ts'
import { ColumnList } from '../parts/columns/column-list.tsx'
import { EditorTabs } from '../parts/editor-tabs.tsx'
import type { EditorProps } from '../visualization.ts'
import type { DetailsOptions } from './details-options.ts'

/** The one tab `Columns` (docs/reference/visualizations.md#details). */
export default function DetailsEditor({ options, onOptionsChange }: EditorProps<DetailsOptions>) {
  return (
    <EditorTabs
      tabs={[
        {
          key: 'columns',
          title: t('Columns'),
          content: (
            <ColumnList
              columns={options.columns}
              onChange={(columns) => onOptionsChange({ ...options, columns })}
            />
          ),
        },
      ]}
    />
  )
}
