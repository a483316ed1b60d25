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
import { DebouncedInput } from '../parts/debounced-input.tsx'
import { LabelledSelect } from '../parts/labelled-select.tsx'
import { type ColumnControlProps, ColumnFormat } from './column-format.tsx'
import { kindOf } from './table-cell.ts'
import classes from './table-editor.module.css'
import type { Alignment, DisplayKind } from './table-options.ts'

interface ColumnPanelProps extends ColumnControlProps {
  open: boolean
  onToggle(): void
}

/** One column: handle, name, visibility; opened, everything that can be set for it. */
export function ColumnPanel({ column, open, onToggle, onChange }: ColumnPanelProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({
      id: column.name,
    })
  const style = {
    transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined,
    transition,
  }
  const panelId = `column-${encodeURIComponent(column.name)}`
  const VisibilityIcon = column.visible ? IconEye : IconEyeOff
  return (
    <li ref={setNodeRef} className={classes.panel} data-dragging={isDragging || undefined} style={style}>
      <div className={classes.panelHead} data-hidden={!column.visible || undefined}>
        <button
          ref={setActivatorNodeRef}
          type="button"
          className={classes.handle}
          {...attributes}
          {...listeners}
          aria-label={`Move ${column.name}`}
        >
          <IconGripVertical size={16} aria-hidden />
        </button>
        <button
          type="button"
          className={classes.panelTitle}
          aria-expanded={open}
          aria-controls={panelId}
          onClick={onToggle}
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
            onClick={() => onChange({ visible: !column.visible })}
          >
            <VisibilityIcon size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </div>
      {open ? (
        <Stack id={panelId} className={classes.panelBody} gap="sm">
          <ColumnControls column={column} onChange={onChange} />
        </Stack>
      ) : null}
    </li>
  )
}

const displayChoices: { value: DisplayKind; label: string }[] = [
  { value: 'string', label: 'Text' },
  { value: 'number', label: 'Number' },
  { value: 'datetime', label: 'Date/Time' },
  { value: 'boolean', label: 'Boolean' },
  { value: 'link', label: 'Link' },
  { value: 'image', label: 'Image' },
  { value: 'json', label: 'JSON' },
]

function ColumnControls({ column, onChange }: ColumnControlProps) {
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
      <Checkbox
        label="Use for search"
        checked={column.allowSearch}
        onChange={(event) => onChange({ allowSearch: event.currentTarget.checked })}
      />
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
