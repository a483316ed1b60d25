import { ActionIcon, Anchor, Code, CopyButton, Group, Modal, Stack, Text, Tooltip } from '@mantine/core'
import {
  IconCheck,
  IconChevronDown,
  IconChevronLeft,
  IconChevronRight,
  IconChevronUp,
  IconCopy,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { exactInstant } from '#shared/format/dates.ts'
import { locale, plural, t } from '#shared/messages/translate.ts'
import { formatCell } from '#shared/results/cell-text.ts'
import { imageCell, linkCell, parseJsonCell } from '../parts/columns/cell.ts'
import { JsonTree, MarkedText } from '../parts/columns/cell-view.tsx'
import type { TableColumn } from '../parts/columns/column-options.ts'
import { labelOf } from '../parts/columns/shown-column.ts'
import { safeImage, safeLink } from '../parts/safe-address.ts'
import type { HostSettings, Row } from '../visualization.ts'
import classes from './cell-inspector.module.css'
import { plainValue } from './copy-formats.ts'
import type { CellPlace, GridExtent } from './grid-selection.ts'

interface CellInspectorProps {
  place: CellPlace
  columns: readonly TableColumn[]
  rowAt(place: number): Row | undefined
  settings: HostSettings
  extent: GridExtent
  onMove(place: CellPlace): void
  onClose(): void
}

/** Shows the full value of a cell: all digits, the exact instant, a JSON tree, long text, the link, the picture. */
export default function CellInspector(props: CellInspectorProps) {
  const { place, columns, rowAt, extent, onMove, onClose } = props
  const column = columns[place.column]
  const row = rowAt(place.row)
  if (column === undefined) return null
  const value = row?.[column.name]
  const move = (down: number, across: number) => {
    const next = { row: place.row + down, column: place.column + across }
    const isInside =
      next.row >= extent.firstRow &&
      next.row < extent.endRow &&
      next.column >= 0 &&
      next.column < extent.columns
    return isInside ? () => onMove(next) : null
  }
  const step = (label: string, icon: ReactNode, act: (() => void) | null) => (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={label}
        aria-disabled={act === null}
        onClick={() => act?.()}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  )
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      returnFocus={false}
      closeButtonProps={{ 'aria-label': t('Close') }}
      title={t('{column}, row {row}', {
        column: labelOf(column),
        row: (place.row + 1).toLocaleString(locale),
      })}
    >
      <Stack gap="sm">
        <Group gap={4}>
          {step(t('Previous row'), <IconChevronUp size={16} />, move(-1, 0))}
          {step(t('Next row'), <IconChevronDown size={16} />, move(1, 0))}
          {step(t('Previous column'), <IconChevronLeft size={16} />, move(0, -1))}
          {step(t('Next column'), <IconChevronRight size={16} />, move(0, 1))}
          <Text size="xs" c="dimmed" ms="auto">
            {[column.type ?? t('unknown type'), sizeOf(value)].filter(Boolean).join(', ')}
          </Text>
          <CopyButton value={plainValue(value)}>
            {({ copied, copy }) => (
              <Tooltip label={copied ? t('Copied') : t('Copy value')}>
                <ActionIcon variant="subtle" color="gray" aria-label={t('Copy value')} onClick={copy}>
                  {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
                </ActionIcon>
              </Tooltip>
            )}
          </CopyButton>
        </Group>
        {row === undefined ? (
          <Text c="dimmed">{t('This row is loading.')}</Text>
        ) : (
          <FullValue column={column} row={row} settings={props.settings} />
        )}
      </Stack>
    </Modal>
  )
}

function sizeOf(value: unknown): string {
  return typeof value === 'string' && value !== ''
    ? plural(
        value.length,
        { one: '{count} character', other: '{count} characters' },
        { count: value.length.toLocaleString(locale) },
      )
    : ''
}

interface FullValueProps {
  column: TableColumn
  row: Row
  settings: HostSettings
}

function FullValue({ column, row, settings }: FullValueProps) {
  const value = row[column.name]
  if (value === null || value === undefined)
    return (
      <Text c="dimmed" fs="italic">
        {settings.nullValue}
      </Text>
    )
  const text = plainValue(value)
  const json = parseJsonCell(text, { ...settings, tableCellMaxJSONSize: maxJsonLength })
  const isTree = json !== undefined && typeof json.value === 'object' && json.value !== null
  const { href, src } = addresses(column, row)
  return (
    <>
      {isTree ? (
        <div className={classes.tree}>
          <JsonTree value={json.value} isOpen />
        </div>
      ) : null}
      {isTree && text.length > 2000 ? null : (
        <Code block className={classes.value} data-testid="full-value">
          {text.length > maxTextLength ? text.slice(0, maxTextLength) : <MarkedText text={text} />}
        </Code>
      )}
      {text.length > maxTextLength ? (
        <Text size="xs" c="dimmed">
          {t('Only the beginning is shown. Copy the value to have all of it.')}
        </Text>
      ) : null}
      <Facts column={column} value={value} settings={settings} />
      {href === undefined ? null : (
        <Anchor href={href} target="_blank" rel="noopener noreferrer" className={classes.link}>
          {href}
        </Anchor>
      )}
      {src === undefined ? null : (
        <img
          className={classes.picture}
          src={src}
          alt={t('Image at this address')}
          referrerPolicy="no-referrer"
        />
      )}
    </>
  )
}

const maxJsonLength = 2_000_000
const maxTextLength = 200_000

/** The shown text, and for dates the exact instant. */
function Facts({ column, value, settings }: { column: TableColumn; value: unknown; settings: HostSettings }) {
  const isDate = column.type === 'date' || column.type === 'datetime'
  const instant =
    isDate && !(typeof value === 'string' && value.length === 10) ? exactInstant(value) : undefined
  const shown = ['number', 'datetime', 'boolean'].includes(column.displayAs)
    ? formatCell(column, value, settings)
    : ''
  const facts: [string, string][] = []
  if (shown !== '' && shown !== plainValue(value)) facts.push([t('Shown as'), shown])
  if (instant !== undefined) {
    facts.push([t('Instant (UTC)'), instant])
    const local = new Date(instant)
    if (!Number.isNaN(local.getTime())) {
      const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
      facts.push([
        t('In your time zone'),
        `${local.toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'medium' })} (${zone})`,
      ])
    }
  }
  if (facts.length === 0) return null
  return (
    <dl className={classes.facts}>
      {facts.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

const webAddress = /^https?:\/\/\S+$/i
const pictureAddress = /^(https?:\/\/\S+\.(png|jpe?g|gif|webp|svg|avif)(\?\S*)?|data:image\/\S+)$/i

/** The safe addresses in a cell: of its column's template, or the text itself. */
function addresses(column: TableColumn, row: Row): { href: string | undefined; src: string | undefined } {
  const value = row[column.name]
  const text = typeof value === 'string' ? value.trim() : ''
  const own = webAddress.test(text) ? safeLink(text) : undefined
  const href = column.displayAs === 'link' ? linkCell(column, value, row).href : own
  const src =
    column.displayAs === 'image'
      ? imageCell(column, value, row).src
      : pictureAddress.test(text)
        ? safeImage(text)
        : undefined
  return { href, src }
}
