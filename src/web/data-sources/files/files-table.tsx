import { ActionIcon, Group, Tooltip } from '@mantine/core'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { deleteFile, downloadFile, type UploadedFile } from '#shared/data-sources/files-api.ts'
import { formatBytes } from '#shared/format/bytes.ts'
import { t } from '#shared/messages/translate.ts'
import { messageOf } from '#web/api/api-error.ts'
import { buildAddress, call } from '#web/api/call.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { type RowsColumn, RowsTable } from '#web/ui/rows-table.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import { notify } from '#web/ui/toast.tsx'
import { filesQuery } from './file-queries.ts'
import classes from './files.module.css'

interface FilesTableProps {
  dataSourceId: number
  /** a file was deleted, so a table is another one now, or gone */
  onDeleted?: (() => void) | undefined
}

/** The files of a data source that are tables: who uploaded them, and the files themselves. */
export function FilesTable({ dataSourceId, onDeleted }: FilesTableProps) {
  const files = useQuery(filesQuery(dataSourceId))
  const client = useQueryClient()
  const remove = async (file: UploadedFile) => {
    if (!(await confirmDeletion(file))) return
    try {
      await call(deleteFile, { params: { id: dataSourceId, file_id: file.id } })
      void client.invalidateQueries({ queryKey: filesQuery(dataSourceId).queryKey })
      onDeleted?.()
    } catch (error) {
      notify.error(messageOf(error, t('Failed deleting the file.')))
    }
  }
  if (files.isPending) return <TableSkeleton rows={3} rowHeight={40} />
  if (files.isError) return <ErrorAlert error={files.error} onRetry={() => void files.refetch()} />
  if (files.data.length === 0) {
    return (
      <EmptyState size="compact" title={t('There are no files yet.')}>
        {t('An uploaded file becomes a table that people can query.')}
      </EmptyState>
    )
  }
  return (
    <RowsTable
      columns={columnsFor(dataSourceId, (file) => void remove(file))}
      rows={files.data}
      keyOf={({ id }) => id}
      minWidth={560}
    />
  )
}

function columnsFor(
  dataSourceId: number,
  onRemove: (file: UploadedFile) => void,
): RowsColumn<UploadedFile>[] {
  const address = ({ id }: UploadedFile) => buildAddress(downloadFile.path, { id: dataSourceId, file_id: id })
  return [
    { key: 'table', label: t('Table'), cell: (file) => <code>{file.table_name}</code> },
    { key: 'file', label: t('File'), className: classes.name, cell: (file) => file.file_name },
    { key: 'rows', label: t('Rows'), cell: (file) => (file.row_count ?? 0).toLocaleString() },
    { key: 'size', label: t('Size'), cell: (file) => formatBytes(file.byte_count) },
    { key: 'who', label: t('Uploaded By'), cell: (file) => file.user?.name ?? null },
    { key: 'when', label: t('Uploaded'), cell: (file) => <TimeAgo date={file.created_at} /> },
    {
      key: 'acts',
      label: t('Actions'),
      isQuiet: true,
      cell: (file) => (
        <Group gap={4} wrap="nowrap" justify="flex-end">
          <Tooltip label={t('Download')}>
            <ActionIcon
              component="a"
              href={address(file)}
              download={file.file_name}
              variant="subtle"
              color="gray"
              aria-label={t('Download {name}', { name: file.file_name })}
            >
              <IconDownload size={16} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={t('Delete')}>
            <ActionIcon
              variant="subtle"
              color="red"
              aria-label={t('Delete {name}', { name: file.file_name })}
              onClick={() => onRemove(file)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Tooltip>
        </Group>
      ),
    },
  ]
}

function confirmDeletion({ file_name: name, table_name: table }: UploadedFile): Promise<boolean> {
  return confirm({
    title: t('Delete File'),
    message: t('Delete “{name}”? Its rows leave the table {table}, and queries no longer find them.', {
      name,
      table: table ?? '',
    }),
    confirmLabel: t('Delete'),
    danger: true,
  })
}
