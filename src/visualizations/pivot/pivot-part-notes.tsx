import { ActionIcon, Group, Text, Tooltip } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import classes from './pivot.module.css'
import type { Extent, PivotStart } from './pivot-part.ts'

interface PartNotesProps {
  rows: Extent
  cols: Extent
  start: PivotStart
  onStartChange(start: PivotStart): void
}

/** Says when a pivot is too large to be drawn at once, and leads to its other parts. */
export function PartNotes({ rows, cols, start, onStartChange }: PartNotesProps) {
  if (rows.count >= rows.of && cols.count >= cols.of) return null
  return (
    <div className={classes.notes}>
      <PartNote what="rows" extent={rows} onChange={(row) => onStartChange({ ...start, row })} />
      <PartNote what="columns" extent={cols} onChange={(col) => onStartChange({ ...start, col })} />
    </div>
  )
}

function PartNote(props: { what: string; extent: Extent; onChange(first: number): void }) {
  const { what, extent, onChange } = props
  const { first, count, of, page } = extent
  if (count >= of) return null
  const [from, to, all] = [first + 1, first + count, of].map((number) => number.toLocaleString('en-US'))
  const shown =
    first === 0 ? `Showing the first ${to} of ${all} ${what}` : `Showing ${what} ${from} to ${to} of ${all}`
  const step = (label: string, icon: typeof IconChevronLeft, target: number, disabled: boolean) => {
    const Icon = icon
    return (
      <Tooltip label={`${label} ${what}`}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={`${label} ${what}`}
          disabled={disabled}
          onClick={() => onChange(target)}
        >
          <Icon size={14} aria-hidden />
        </ActionIcon>
      </Tooltip>
    )
  }
  return (
    <Group gap={4} wrap="nowrap">
      <Text size="xs" c="dimmed" role="status">
        {shown}
      </Text>
      {step('Previous', IconChevronLeft, Math.max(0, first - page), first === 0)}
      {step('Next', IconChevronRight, first + count, first + count >= of)}
    </Group>
  )
}
