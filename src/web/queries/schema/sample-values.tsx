import { Button, Loader } from '@mantine/core'
import { t } from '#shared/messages/translate.ts'
import classes from './sample-values.module.css'

import { type ReadSource, usePreview } from './use-preview.ts'
import { valuesOfColumn } from './values-of-column.ts'

interface SampleValuesProps {
  source: ReadSource
  table: string
  column: string
}

/** Some values of a column: at once if its table has been previewed, else only when the user asks for them. */
export function SampleValues({ source, table, column }: SampleValuesProps) {
  const { data, error, isFetching, refetch } = usePreview(source, table, false)
  if (data) {
    const values = valuesOfColumn(data.data, column)
    if (values.length === 0) return <p className={classes.note}>{t('No values in the first rows.')}</p>
    return (
      <ul className={classes.values} aria-label={t('Values of the first rows')}>
        {values.map((value) => (
          <li key={value}>{value}</li>
        ))}
      </ul>
    )
  }
  if (isFetching) {
    return (
      <p className={classes.note} role="status">
        <Loader size={12} color="gray" /> {t('Reading rows…')}
      </p>
    )
  }
  return (
    <>
      {error && (
        <p className={classes.failure} role="alert">
          {error.message}
        </p>
      )}
      <Button size="compact-xs" variant="default" onClick={() => void refetch()}>
        {t('Show values')}
      </Button>
    </>
  )
}
