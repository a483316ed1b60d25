import { ActionIcon, NumberInput, Text, Tooltip, VisuallyHidden } from '@mantine/core'
import {
  IconChevronLeft,
  IconChevronRight,
  IconChevronsLeft,
  IconChevronsRight,
  IconInfoCircle,
  type TablerIcon,
} from '@tabler/icons-react'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { formatNumber } from '#shared/format/numbers.ts'
import { t } from '#shared/messages/translate.ts'
import { CellView } from '../parts/columns/cell-view.tsx'
import { QuietNote } from '../parts/quiet-note.tsx'
import type { HostSettings, RendererProps } from '../visualization.ts'
import { type DetailsField, type DetailsOptions, detailsModel } from './details-model.ts'
import classes from './details-renderer.module.css'

/** One row as a list of labels and values. The index of the row is not stored, and is clamped when rows become fewer. */
export default function DetailsRenderer(props: RendererProps<DetailsOptions>) {
  const { data, options, name, place, settings } = props
  const [wanted, setWanted] = useState(0)
  const model = useMemo(
    () => detailsModel(data, options, settings, wanted),
    [data, options, settings, wanted],
  )
  if (model === null) {
    return place === 'editor' ? (
      <QuietNote>{t('The result has no rows, so there is none to show.')}</QuietNote>
    ) : null
  }
  if (model.fields.length === 0) {
    return <QuietNote>{t('All columns are hidden. Make one visible in the editor.')}</QuietNote>
  }
  return (
    <div className={classes.root} data-place={place}>
      {model.rows > 1 ? (
        <RowPager row={model.row} rows={model.rows} settings={settings} onTurn={setWanted} />
      ) : null}
      <section
        className={classes.scroll}
        aria-label={place === 'editor' ? t('Preview of {name}', { name }) : name}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
      >
        <dl className={classes.list}>
          {model.fields.map((field) => (
            <FieldRow key={field.name} field={field} settings={settings} />
          ))}
        </dl>
      </section>
    </div>
  )
}

function FieldRow({ field, settings }: { field: DetailsField; settings: HostSettings }) {
  const { label, description, align, content } = field
  return (
    <div className={classes.field}>
      <dt className={classes.label}>
        {description === undefined ? null : <Explanation text={description} />}
        <span>{label}</span>
      </dt>
      <dd className={classes.value} data-align={align}>
        <CellView content={content} settings={settings} />
      </dd>
    </div>
  )
}

function Explanation({ text }: { text: string }) {
  return (
    <Tooltip label={text} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
      <button type="button" className={classes.info} aria-label={text}>
        <IconInfoCircle size={14} aria-hidden />
      </button>
    </Tooltip>
  )
}

interface RowPagerProps {
  /** from 0 */
  row: number
  rows: number
  settings: HostSettings
  onTurn(row: number): void
}

/** Turns rows: by buttons, by typing a number, or by arrow keys while a button has the focus. */
function RowPager({ row, rows, settings, onTurn }: RowPagerProps) {
  const last = rows - 1
  const count = (number: number) => formatNumber(number, settings.integerFormat, settings)
  const byKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target instanceof HTMLInputElement) return
    const target = rowByKey(event, row, last)
    if (target === undefined) return
    event.preventDefault()
    onTurn(Math.min(Math.max(0, target), last))
  }
  return (
    <fieldset className={classes.pager} aria-label={t('Rows')} data-image="none" onKeyDown={byKey}>
      <TurnButton label={t('First row')} Icon={IconChevronsLeft} isEnd={row === 0} onTurn={() => onTurn(0)} />
      <TurnButton
        label={t('Previous row')}
        Icon={IconChevronLeft}
        isEnd={row === 0}
        onTurn={() => onTurn(row - 1)}
      />
      <Text size="sm" c="dimmed" aria-hidden>
        {t('Row')}
      </Text>
      <RowNumber row={row} rows={rows} onTurn={onTurn} />
      <Text size="sm" c="dimmed" className={classes.count} aria-hidden>
        {t('of {rows}', { rows: count(rows) })}
      </Text>
      <VisuallyHidden role="status">
        {t('Row {row} of {rows}', { row: count(row + 1), rows: count(rows) })}
      </VisuallyHidden>
      <TurnButton
        label={t('Next row')}
        Icon={IconChevronRight}
        isEnd={row === last}
        onTurn={() => onTurn(row + 1)}
      />
      <TurnButton
        label={t('Last row')}
        Icon={IconChevronsRight}
        isEnd={row === last}
        onTurn={() => onTurn(last)}
      />
    </fieldset>
  )
}

function rowByKey(event: KeyboardEvent, row: number, last: number): number | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined
  switch (event.key) {
    case 'ArrowLeft':
      return row - 1
    case 'ArrowRight':
      return row + 1
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}

interface TurnButtonProps {
  label: string
  Icon: TablerIcon
  /** the last row in this direction; the button is not disabled, so that it keeps the focus */
  isEnd: boolean
  onTurn(): void
}

function TurnButton({ label, Icon, isEnd, onTurn }: TurnButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        className={classes.turn}
        variant="subtle"
        color="gray"
        size="md"
        aria-label={label}
        aria-disabled={isEnd}
        data-disabled={isEnd || undefined}
        onClick={() => {
          if (!isEnd) onTurn()
        }}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

interface RowNumberProps {
  row: number
  rows: number
  onTurn(row: number): void
}

/** Shows the current row; while a number is typed, turns to each valid row. */
function RowNumber({ row, rows, onTurn }: RowNumberProps) {
  const [typed, setTyped] = useState<string | number | null>(null)
  return (
    <NumberInput
      className={classes.number}
      style={{ '--row-digits': String(rows).length }}
      size="xs"
      aria-label={t('Row')}
      value={typed ?? row + 1}
      min={1}
      max={rows}
      allowDecimal={false}
      allowNegative={false}
      hideControls
      onChange={(value) => {
        setTyped(value)
        const wanted = Number(value) - 1
        if (value !== '' && Number.isInteger(wanted) && wanted >= 0) onTurn(Math.min(wanted, rows - 1))
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
