import { ActionIcon, Group, Text, Tooltip } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { locale, t } from '#shared/messages/translate.ts'
import classes from './pivot.module.css'
import type { Extent, PivotStart } from './pivot-part.ts'

interface PartNotesProps {
  rows: Extent
  cols: Extent
  start: PivotStart
  onStartChange(start: PivotStart): void
}

/** Notes that a pivot is too large to be drawn at once, with buttons for its other parts. */
export function PartNotes({ rows, cols, start, onStartChange }: PartNotesProps) {
  if (rows.count >= rows.of && cols.count >= cols.of) return null
  return (
    <div className={classes.notes}>
      <PartNote words={rowWords} extent={rows} onChange={(row) => onStartChange({ ...start, row })} />
      <PartNote words={columnWords} extent={cols} onChange={(col) => onStartChange({ ...start, col })} />
    </div>
  )
}

interface PartWords {
  first(to: string, all: string): string
  later(from: string, to: string, all: string): string
  previous: string
  next: string
}

const rowWords: PartWords = {
  first: (to, all) => t('Showing the first {to} of {all} rows', { to, all }),
  later: (from, to, all) => t('Showing rows {from} to {to} of {all}', { from, to, all }),
  previous: t('Previous rows'),
  next: t('Next rows'),
}
const columnWords: PartWords = {
  first: (to, all) => t('Showing the first {to} of {all} columns', { to, all }),
  later: (from, to, all) => t('Showing columns {from} to {to} of {all}', { from, to, all }),
  previous: t('Previous columns'),
  next: t('Next columns'),
}

function PartNote(props: { words: PartWords; extent: Extent; onChange(first: number): void }) {
  const { words, extent, onChange } = props
  const { first, count, of, page } = extent
  if (count >= of) return null
  const written = (number: number) => number.toLocaleString(locale)
  const shown =
    first === 0
      ? words.first(written(count), written(of))
      : words.later(written(first + 1), written(first + count), written(of))
  const step = (label: string, icon: typeof IconChevronLeft, target: number, disabled: boolean) => {
    const Icon = icon
    return (
      <Tooltip label={label}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={label}
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
      {step(words.previous, IconChevronLeft, Math.max(0, first - page), first === 0)}
      {step(words.next, IconChevronRight, first + count, first + count >= of)}
    </Group>
  )
}
