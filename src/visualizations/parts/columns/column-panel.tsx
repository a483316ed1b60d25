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

/** One column: handle, name, visibility; opened, everything that can be set for it. */
export const ColumnPanel = memo(function ColumnPanel(props: ColumnPanelProps) {
  const { column, open } = props
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: column.name })
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
          // Escape ends the moving, not the dialog around
          data-mantine-stop-propagation={isDragging}
          aria-label={`Move ${column.name}`}
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

/** Not drawn again while something is dragged over it. */
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
      <Tooltip label="Toggle visibility">
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Toggle visibility of ${column.name}`}
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
  { value: 'string', label: 'Text' },
  { value: 'number', label: 'Number' },
  { value: 'datetime', label: 'Date/Time' },
  { value: 'boolean', label: 'Boolean' },
  { value: 'link', label: 'Link' },
  { value: 'image', label: 'Image' },
  { value: 'json', label: 'JSON' },
]

function ColumnControls({ column, searchable, onChange }: ColumnControlProps & { searchable: boolean }) {
  return (
    <>
      <Group gap="xs" wrap="nowrap">
        <DebouncedInput
          className={classes.grow}
          aria-label="Title"
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
          label="Use for search"
          checked={column.allowSearch}
          onChange={(event) => onChange({ allowSearch: event.currentTarget.checked })}
        />
      ) : null}
      <DebouncedInput
        label="Description"
        value={column.description}
        onChange={(description) => onChange({ description })}
      />
      <LabelledSelect
        label="Display as:"
        choices={displayChoices}
        value={kindOf(column)}
        onChange={(displayAs) => onChange({ displayAs })}
      />
      <ColumnFormat column={column} onChange={onChange} />
    </>
  )
}

const alignments = [
  { value: 'left', label: 'Align left', Icon: IconAlignLeft },
  { value: 'center', label: 'Align center', Icon: IconAlignCenter },
  { value: 'right', label: 'Align right', Icon: IconAlignRight },
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
