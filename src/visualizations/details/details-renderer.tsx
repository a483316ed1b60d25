import { Tooltip } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { CellView } from '../parts/columns/cell-view.tsx'
import { QuietNote } from '../parts/quiet-note.tsx'
import type { HostSettings, RendererProps } from '../visualization.ts'
import classes from './details.module.css'
import { type DetailsField, type DetailsOptions, detailsModel } from './details-model.ts'
import { RowPager } from './row-pager.tsx'

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
