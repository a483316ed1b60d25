import { Button, Group, Modal, Skeleton } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useId } from 'react'
import { plural, t } from '#shared/messages/translate.ts'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import { VisualizationView } from '#web/visualizations/visualization-view.tsx'
import classes from './table-preview.module.css'
import { type ReadSource, usePreview } from './use-preview.ts'

interface TablePreviewProps {
  source: ReadSource
  table: string
  onClose(): void
}

const plainTable = { type: 'TABLE', name: '', options: {} }

/** The first rows of a table, beside the query and its result. */
export function TablePreview({ source, table, onClose }: TablePreviewProps) {
  useFocusReturn()
  const textId = useId()
  const { data: result, error, isFetching, refetch } = usePreview(source, table, true)
  return (
    <Modal
      opened
      onClose={onClose}
      size="95vw"
      xOffset="2.5vw"
      yOffset="2.5dvh"
      title={<span className={classes.title}>{table}</span>}
      closeButtonProps={{ 'aria-label': t('Close') }}
      classNames={{ content: classes.content, body: classes.body }}
      aria-describedby={textId}
    >
      <Group justify="space-between" wrap="nowrap" mb="xs">
        <span id={textId} className={classes.facts} role="status">
          {result && !isFetching
            ? plural(result.rowCount, { one: '{count} row shown', other: '{count} rows shown' })
            : error && !isFetching
              ? ''
              : t('Reading rows…')}
        </span>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconRefresh size={14} aria-hidden="true" />}
          loading={isFetching}
          onClick={() => void refetch()}
        >
          {t('Read again')}
        </Button>
      </Group>
      <div className={classes.rows} aria-busy={isFetching}>
        {error && !isFetching ? (
          <ErrorAlert title={t('The rows could not be read')} error={error.message} />
        ) : result ? (
          <VisualizationView visualization={plainTable} data={result.data} place="page" explores />
        ) : (
          <Skeleton height={220} />
        )}
      </div>
    </Modal>
  )
}
