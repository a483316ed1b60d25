import { Menu } from '@mantine/core'
import { t } from '#shared/messages/translate.ts'
import classes from './column-menu.module.css'
import { ColumnMenu } from './column-menu.tsx'
import type { CopyFormat } from './copy-formats.ts'
import type { GridMenuProps } from './grid-props.ts'
import { rangeOf, selectAll, selectColumn, selectRows } from './grid-selection.ts'

/** The menu of a column, or of the selected cells. */
export default function GridMenu(props: GridMenuProps) {
  const { menu, table, onClose } = props
  const at = menu.kind === 'cell' ? { x: menu.x, y: menu.y } : headOf(table.current, menu.column)
  if (at === null) return null
  return (
    <Menu
      opened
      onClose={onClose}
      position="bottom-start"
      width={menu.kind === 'column' ? 290 : 230}
      shadow="md"
      returnFocus={false}
      closeOnItemClick={menu.kind === 'cell'}
      withInitialFocusPlaceholder={false}
      trapFocus
      // a long menu stays in view, over its column if it must
      middlewares={{ flip: true, shift: { crossAxis: true, padding: 8 } }}
    >
      <Menu.Target>
        <span aria-hidden style={{ position: 'fixed', left: at.x, top: at.y, width: 1, height: 1 }} />
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        {menu.kind === 'column' ? <ColumnMenu {...props} place={menu.column} /> : <CellMenu {...props} />}
      </Menu.Dropdown>
    </Menu>
  )
}

function headOf(table: HTMLTableElement | null, column: number): { x: number; y: number } | null {
  const box = table?.querySelector(`thead th[data-column="${column}"]`)?.getBoundingClientRect()
  return box === undefined ? null : { x: box.left, y: box.bottom }
}

const formats: readonly { format: CopyFormat; label: string }[] = [
  { format: 'tsv', label: t('Copy') },
  { format: 'tsv-head', label: t('Copy with column names') },
  { format: 'csv', label: t('Copy as CSV') },
  { format: 'markdown', label: t('Copy as Markdown') },
  { format: 'json', label: t('Copy as JSON') },
  { format: 'sql', label: t('Copy as SQL values') },
]

function CellMenu({ selection, onSelect, onCopy, extent, onInspect }: GridMenuProps) {
  if (selection === null) return null
  return (
    <>
      <Menu.Item rightSection={t('Space')} onClick={() => onInspect(selection.active)}>
        {t('Show whole value')}
      </Menu.Item>
      <Menu.Divider />
      {formats.map(({ format, label }) => (
        <Menu.Item key={format} onClick={() => onCopy(format, selection)}>
          {label}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item
        onClick={() => {
          const { firstRow, lastRow } = rangeOf(selection)
          onSelect(selectRows(firstRow, lastRow, extent))
        }}
      >
        {t('Select row')}
      </Menu.Item>
      <Menu.Item onClick={() => onSelect(selectColumn(selection.active.column, extent))}>
        {t('Select column')}
      </Menu.Item>
      <Menu.Item onClick={() => onSelect(selectAll(extent))}>{t('Select all')}</Menu.Item>
    </>
  )
}
