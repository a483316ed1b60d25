import { useSortable } from '@dnd-kit/sortable'
import { ActionIcon, Checkbox, Group, Stack, Tooltip } from '@mantine/core'
import {
  IconAlignCenter,
  IconAlignLeft,
  IconAlignRight,
  IconChevronRight,
  IconEye,
  IconEyeOff,
  IconGripVertical,
} from '@tabler/icons-react'
import { memo, useId } from 'react'
import { t } from '#shared/messages/translate.ts'
import { DebouncedInput } from '../debounced-input.tsx'
import { LabelledSelect } from '../labelled-select.tsx'
import { kindOf } from './cell.ts'
import { type ColumnControlProps, ColumnFormat } from './column-format.tsx'
import classes from './column-list.module.css'
import type { Alignment, DisplayKind, TableColumn } from './column-options.ts'

interface ColumnPanelProps {
  column: TableColumn
  searchable: boolean
  open: boolean
  onToggle(name: string): void
  onChange(name: string, part: Partial<TableColumn>): void
}

/** One column: handle, name, visibility, and, when open, all its settings. */
export const ColumnPanel = memo(function ColumnPanel(props: ColumnPanelProps) {
  const { column, open } = props
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: column.name, attributes: { roleDescription: t('sortable') } })
  const style = {
    transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined,
    transition,
  }
  const panelId = useId()
  return (
    <li ref={setNodeRef} className={classes.panel} data-dragging={isDragging || undefined} style={style}>
      <div className={classes.panelHead} data-hidden={!column.visible || undefined}>
        <button
          ref={setActivatorNodeRef}
          type="button"
          className={classes.handle}
          {...attributes}
          {...listeners}
          // Escape cancels the drag, not the dialog
          data-mantine-stop-propagation={isDragging}
          aria-label={t('Move {name}', { name: column.name })}
        >
          <IconGripVertical size={16} aria-hidden />
        </button>
        <PanelHead {...props} panelId={panelId} />
      </div>
      {open ? <PanelBody {...props} panelId={panelId} /> : null}
    </li>
  )
})

type PanelPartProps = ColumnPanelProps & { panelId: string }

/** Memoized, so that it does not render while a panel is dragged over it. */
const PanelHead = memo(function PanelHead({ column, open, panelId, onToggle, onChange }: PanelPartProps) {
  const VisibilityIcon = column.visible ? IconEye : IconEyeOff
  return (
    <>
      <button
        type="button"
        className={classes.panelTitle}
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        onClick={() => onToggle(column.name)}
      >
        <IconChevronRight size={14} className={classes.caret} aria-hidden />
        <span className={classes.panelName}>
          {column.name}
          {column.title !== '' && column.title !== column.name ? <i>{` (${column.title})`}</i> : null}
        </span>
      </button>
      <Tooltip label={t('Toggle visibility')}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('Toggle visibility of {name}', { name: column.name })}
          aria-pressed={column.visible}
          onClick={() => onChange(column.name, { visible: !column.visible })}
        >
          <VisibilityIcon size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </>
  )
})

const PanelBody = memo(function PanelBody({ column, searchable, panelId, onChange }: PanelPartProps) {
  return (
    <Stack id={panelId} className={classes.panelBody} gap="sm">
      <ColumnControls
        column={column}
        searchable={searchable}
        onChange={(part) => onChange(column.name, part)}
      />
    </Stack>
  )
})

const displayChoices: { value: DisplayKind; label: string }[] = [
  { value: 'string', label: t('Text') },
  { value: 'number', label: t('Number') },
  { value: 'datetime', label: t('Date/Time') },
  { value: 'boolean', label: t('Boolean') },
  { value: 'link', label: t('Link') },
  { value: 'image', label: t('Image') },
  { value: 'json', label: t('JSON') },
]

function ColumnControls({ column, searchable, onChange }: ColumnControlProps & { searchable: boolean }) {
  return (
    <>
      <Group gap="xs" wrap="nowrap">
        <DebouncedInput
          className={classes.grow}
          aria-label={t('Title')}
          value={column.title}
          onChange={(title) => onChange({ title })}
        />
        <AlignmentButtons
          value={column.alignContent}
          onChange={(alignContent) => onChange({ alignContent })}
        />
      </Group>
      {searchable ? (
        <Checkbox
          label={t('Use for search')}
          checked={column.allowSearch}
          onChange={(event) => onChange({ allowSearch: event.currentTarget.checked })}
        />
      ) : null}
      <DebouncedInput
        label={t('Description')}
        value={column.description}
        onChange={(description) => onChange({ description })}
      />
      <LabelledSelect
        label={t('Display as:')}
        choices={displayChoices}
        value={kindOf(column)}
        onChange={(displayAs) => onChange({ displayAs })}
      />
      <ColumnFormat column={column} onChange={onChange} />
    </>
  )
}

const alignments = [
  { value: 'left', label: t('Align left'), Icon: IconAlignLeft },
  { value: 'center', label: t('Align center'), Icon: IconAlignCenter },
  { value: 'right', label: t('Align right'), Icon: IconAlignRight },
] as const

function AlignmentButtons({ value, onChange }: { value: Alignment; onChange(value: Alignment): void }) {
  return (
    <ActionIcon.Group>
      {alignments.map(({ value: alignment, label, Icon }) => (
        <Tooltip key={alignment} label={label}>
          <ActionIcon
            size={36}
            variant={alignment === value ? 'light' : 'default'}
            aria-label={label}
            aria-pressed={alignment === value}
            onClick={() => onChange(alignment)}
          >
            <Icon size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ))}
    </ActionIcon.Group>
  )
}
