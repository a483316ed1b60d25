import {
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { ActionIcon, Group, Radio, Table, Text } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import { t } from '#shared/messages/translate.ts'
import { DebouncedInput } from '../parts/debounced-input.tsx'
import { dragInstructions } from '../parts/drag-instructions.ts'
import { LabelledSelect } from '../parts/labelled-select.tsx'
import { type ChartTabProps, editorParts, seriesTypeChoices, withSeriesOrder } from './chart-editor-rules.ts'
import { type SeriesOptions, seriesOptionsOf } from './chart-options.ts'

/** Id of a row; prefixed, because a series name may be empty and dnd-kit rejects empty ids. */
const idOf = (name: string) => `series:${name}`

export function SeriesTab({ options, settings, series, change, replace }: ChartTabProps) {
  const sensors = useSensors(
    useSensor(PointerSensor),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const parts = editorParts(options)
  const names = series.map(({ name }) => name)
  if (names.length === 0) {
    return (
      <Text c="dimmed" size="sm">
        {t('Choose columns in General first: every series is listed here.')}
      </Text>
    )
  }
  const ids = names.map(idOf)
  const move = (active: string, over: string) => {
    const ordered = arrayMove(names, ids.indexOf(active), ids.indexOf(over))
    replace(withSeriesOrder(options, ordered))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements: announcements(names), screenReaderInstructions: dragInstructions }}
      onDragEnd={({ active, over }) => {
        if (over && active.id !== over.id) move(String(active.id), String(over.id))
      }}
    >
      {/* not wider than the column of the dialog, so that it needs no horizontal scrolling */}
      <Table.ScrollContainer minWidth={parts.seriesAxis ? 390 : 320}>
        <Table verticalSpacing={6} horizontalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={52}>{t('Order')}</Table.Th>
              <Table.Th>{t('Label')}</Table.Th>
              {parts.seriesAxis ? <Table.Th w={120}>{t('Y Axis')}</Table.Th> : null}
              {parts.seriesType ? <Table.Th w={120}>{t('Type')}</Table.Th> : null}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            <SortableContext items={ids} strategy={verticalListSortingStrategy}>
              {names.map((name) => (
                <SeriesRow
                  key={name}
                  name={name}
                  stored={seriesOptionsOf(options, name)}
                  type={stringOf(seriesOptionsOf(options, name).type) || options.globalSeriesType}
                  allowsCustom={settings.allowCustomJSVisualizations}
                  parts={parts}
                  onChange={(partial) => change({ seriesOptions: Object.fromEntries([[name, partial]]) })}
                />
              ))}
            </SortableContext>
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </DndContext>
  )
}

/** Texts for screen readers while a row is dragged. */
function announcements(names: readonly string[]): Announcements {
  const place = (id: unknown) =>
    t('{index} of {count}', { index: names.map(idOf).indexOf(String(id)) + 1, count: names.length })
  const nameOf = (id: unknown) => String(id).slice(idOf('').length)
  return {
    onDragStart: ({ active }) =>
      t('Picked up {name}, place {id}.', { name: nameOf(active.id), id: place(active.id) }),
    onDragOver: ({ active, over }) =>
      over ? t('{name}: place {id}.', { name: nameOf(active.id), id: place(over.id) }) : undefined,
    onDragEnd: ({ active, over }) =>
      over
        ? t('{name} dropped at place {id}.', { name: nameOf(active.id), id: place(over.id) })
        : t('{name} dropped.', { name: nameOf(active.id) }),
    onDragCancel: ({ active }) => t('{name} stays where it was.', { name: nameOf(active.id) }),
  }
}

function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

interface SeriesRowProps {
  name: string
  stored: SeriesOptions
  type: string
  allowsCustom: boolean
  parts: ReturnType<typeof editorParts>
  onChange(partial: SeriesOptions): void
}

function SeriesRow({ name, stored, type, allowsCustom, parts, onChange }: SeriesRowProps) {
  const sortable = useSortable({ id: idOf(name), attributes: { roleDescription: t('sortable') } })
  const { transform } = sortable
  return (
    <Table.Tr
      ref={sortable.setNodeRef}
      style={{
        transform: transform ? `translateY(${transform.y}px)` : undefined,
        transition: sortable.transition,
        opacity: sortable.isDragging ? 0.6 : undefined,
      }}
    >
      <Table.Td>
        <ActionIcon
          variant="subtle"
          color="gray"
          ref={sortable.setActivatorNodeRef}
          {...sortable.attributes}
          {...sortable.listeners}
          aria-label={t('Move {name}', { name })}
          style={{ cursor: 'grab', touchAction: 'none' }}
        >
          <IconGripVertical size={16} aria-hidden />
        </ActionIcon>
      </Table.Td>
      <Table.Td>
        <DebouncedInput
          aria-label={t('Label of {name}', { name })}
          placeholder={name}
          title={name}
          value={stringOf(stored.name)}
          onChange={(label) => onChange({ name: label })}
        />
      </Table.Td>
      {parts.seriesAxis ? (
        <Table.Td>
          <Radio.Group
            aria-label={t('Y Axis of {name}', { name })}
            value={stored.yAxis === 1 ? '1' : '0'}
            onChange={(side) => onChange({ yAxis: Number(side) })}
          >
            <Group gap="xs" wrap="nowrap">
              <Radio value="0" label={t('left')} size="xs" />
              <Radio value="1" label={t('right')} size="xs" />
            </Group>
          </Radio.Group>
        </Table.Td>
      ) : null}
      {parts.seriesType ? (
        <Table.Td>
          <LabelledSelect
            label={null}
            aria-label={t('Type of {name}', { name })}
            choices={seriesTypeChoices(type, allowsCustom)}
            value={type}
            onChange={(next) => onChange({ type: next })}
          />
        </Table.Td>
      ) : null}
    </Table.Tr>
  )
}
