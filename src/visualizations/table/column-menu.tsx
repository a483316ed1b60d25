import { Button, Group, Menu, NativeSelect, Stack, TextInput } from '@mantine/core'
import {
  IconArrowAutofitContent,
  IconArrowBarToLeft,
  IconArrowBarToRight,
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowsSort,
  IconArrowUp,
  IconColumns1,
  IconEyeOff,
  IconPin,
  IconPinnedOff,
  IconTextWrap,
  IconTextWrapDisabled,
} from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { t } from '#shared/messages/translate.ts'
import { type FilterTest, needsValue, testsFor } from '#shared/results/column-filter.ts'
import type { TableColumn } from '../parts/columns/column-options.ts'
import { labelOf } from '../parts/columns/shown-column.ts'
import { ColumnFactsView } from './column-facts-view.tsx'
import { fitWidth, hideColumn, isPinned, moveColumn, setWidth, togglePin } from './column-layout.ts'
import classes from './column-menu.module.css'
import type { GridMenuProps } from './grid-props.ts'
import { selectColumn } from './grid-selection.ts'
import type { TableState } from './use-table.ts'

const icon = { size: 16, 'aria-hidden': true } as const
const widthStep = 40

/** Sorts, filters, and lays out one column; says its type. */
export function ColumnMenu({
  grid,
  place,
  table,
  extent,
  onSelect,
  onClose,
}: GridMenuProps & { place: number }) {
  const { state, laidOut, layout, onLayout } = grid
  const { columns } = laidOut
  const column = columns[place]
  if (column === undefined) return null
  const { name } = column
  const act = (change: () => void) => () => {
    change()
    onClose()
  }
  const moved = (before: string | null) => act(() => onLayout(moveColumn(name, before, columns, layout)))
  const width = table.current?.querySelector(`thead th[data-column="${place}"]`)?.clientWidth ?? 0
  const pinned = isPinned(column, layout)
  const sorted = state.sort.find((one) => one.name === name)
  return (
    <>
      <div className={classes.head}>
        <strong>{labelOf(column)}</strong> <span>{column.type ?? t('unknown type')}</span>
      </div>
      <ColumnFactsView data={grid.data} column={column} />
      <ColumnFilterFields column={column} state={state} onClose={onClose} />
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconArrowUp {...icon} />}
        aria-current={sorted?.descending === false || undefined}
        onClick={act(() => state.sortBy([{ name, descending: false }]))}
      >
        {t('Sort ascending')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconArrowDown {...icon} />}
        aria-current={sorted?.descending === true || undefined}
        onClick={act(() => state.sortBy([{ name, descending: true }]))}
      >
        {t('Sort descending')}
      </Menu.Item>
      {sorted === undefined ? null : (
        <Menu.Item
          leftSection={<IconArrowsSort {...icon} />}
          onClick={act(() => state.sortBy(state.sort.filter((one) => one.name !== name)))}
        >
          {t('Do not sort by this column')}
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Item
        leftSection={pinned ? <IconPinnedOff {...icon} /> : <IconPin {...icon} />}
        onClick={act(() => onLayout(togglePin(column, layout)))}
      >
        {pinned ? t('Unpin') : t('Pin')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconEyeOff {...icon} />}
        disabled={columns.length === 1}
        onClick={act(() => onLayout(hideColumn(name, layout)))}
      >
        {t('Hide')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconArrowLeft {...icon} />}
        disabled={place === 0}
        onClick={moved(columns[place - 1]?.name ?? null)}
      >
        {t('Move back')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconArrowRight {...icon} />}
        disabled={place === columns.length - 1}
        onClick={moved(columns[place + 2]?.name ?? null)}
      >
        {t('Move forward')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconArrowBarToRight {...icon} />}
        onClick={() => onLayout(setWidth(name, width + widthStep, layout))}
      >
        {t('Wider')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconArrowBarToLeft {...icon} />}
        onClick={() => onLayout(setWidth(name, width - widthStep, layout))}
      >
        {t('Narrower')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconArrowAutofitContent {...icon} />}
        onClick={act(() => onLayout(fitWidth(name, layout)))}
      >
        {t('As wide as its content')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconColumns1 {...icon} />}
        onClick={act(() => onSelect(selectColumn(place, extent)))}
      >
        {t('Select column')}
      </Menu.Item>
      <Menu.Item
        leftSection={grid.isWrapped ? <IconTextWrapDisabled {...icon} /> : <IconTextWrap {...icon} />}
        disabled={state.pageSize === null}
        onClick={act(() => grid.onWrap(!grid.isWrapped))}
      >
        {grid.isWrapped ? t('Do not wrap texts') : t('Wrap texts')}
      </Menu.Item>
    </>
  )
}

const testNames: Readonly<Record<FilterTest, string>> = {
  contains: t('contains'),
  lacks: t('does not contain'),
  equals: t('is'),
  differs: t('is not'),
  above: t('is above'),
  from: t('is at least'),
  to: t('is at most'),
  below: t('is below'),
  null: t('is null'),
  not_null: t('is not null'),
  empty: t('is empty or blank'),
}

interface FilterFieldsProps {
  column: TableColumn
  state: TableState
  onClose(): void
}

function ColumnFilterFields({ column, state, onClose }: FilterFieldsProps) {
  const tests = testsFor(column.type)
  const filter = state.filters.find((one) => one.column.name === column.name)
  const test = filter?.test ?? tests[0] ?? 'contains'
  const set = (next: { test?: FilterTest; value?: string }) =>
    state.filterBy(column.name, { column, type: column.type, test, value: filter?.value ?? '', ...next })
  // the menu takes letters and arrows for its own items
  const keep = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onClose()
    else if (event.key !== 'Escape' && event.key !== 'Tab') event.stopPropagation()
  }
  return (
    <Stack gap={6} className={classes.filter} onKeyDown={keep}>
      <Group gap={6} wrap="nowrap" align="flex-end">
        <NativeSelect
          size="xs"
          aria-label={t('Filter')}
          value={test}
          data={tests.map((value) => ({ value, label: testNames[value] }))}
          onChange={(event) => set({ test: event.currentTarget.value as FilterTest })}
        />
        {needsValue(test) ? (
          <TextInput
            size="xs"
            className={classes.grow}
            aria-label={t('Filter value')}
            placeholder={
              column.type === 'date' || column.type === 'datetime' ? t('YYYY-MM-DD') : t('Filter value')
            }
            data-autofocus
            value={filter?.value ?? ''}
            onChange={(event) => set({ value: event.currentTarget.value })}
          />
        ) : null}
      </Group>
      {filter === undefined ? null : (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          onClick={() => state.filterBy(column.name, null)}
        >
          {t('Remove filter')}
        </Button>
      )}
    </Stack>
  )
}
