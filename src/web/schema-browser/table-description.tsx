import { Modal, Skeleton, Table } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { SchemaColumn, SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { t } from '#shared/messages/translate.ts'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import { keyWords } from './column-words.ts'
import classes from './table-description.module.css'
import type { LoadedSchema } from './use-schema.ts'

interface TableDescriptionProps {
  schema: LoadedSchema
  table: number
  onClose(): void
}

/** What the schema says of a table: its columns with types, keys and descriptions. */
export function TableDescription({ schema, table, onClose }: TableDescriptionProps) {
  useFocusReturn()
  const [known, setKnown] = useState<SchemaTable | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    let isCurrent = true
    schema.client.ask<'table'>({ kind: 'table', table }).then(
      (found) => isCurrent && setKnown(found),
      (error: unknown) => isCurrent && setFailure(error instanceof Error ? error.message : String(error)),
    )
    return () => {
      isCurrent = false
    }
  }, [schema, table])
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={<span className={classes.title}>{schema.outline.names[table] ?? ''}</span>}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {failure !== null && <ErrorAlert error={failure} />}
      {known === null && failure === null && <Skeleton height={160} />}
      {known && (
        <>
          {known.description && <p className={classes.about}>{known.description}</p>}
          {known.columns.length === 0 ? (
            <p className={classes.about}>{t('No columns are known.')}</p>
          ) : (
            <Columns columns={known.columns} />
          )}
        </>
      )}
    </Modal>
  )
}

/** A column of the list is shown only if it says something. */
function Columns({ columns }: { columns: readonly SchemaColumn[] }) {
  const hasTypes = columns.some(({ type }) => type)
  const hasKeys = columns.some((column) => keyWords(column).length > 0)
  const hasDescriptions = columns.some(({ description }) => description)
  return (
    <Table.ScrollContainer minWidth={0}>
      <Table verticalSpacing={6} aria-label={t('Columns')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('Column')}</Table.Th>
            {hasTypes && <Table.Th>{t('Type')}</Table.Th>}
            {hasKeys && <Table.Th>{t('Key')}</Table.Th>}
            {hasDescriptions && <Table.Th>{t('Description')}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {columns.map((column) => (
            <Table.Tr key={column.name}>
              <Table.Td className={classes.name}>{column.name}</Table.Td>
              {hasTypes && <Table.Td className={classes.type}>{column.type}</Table.Td>}
              {hasKeys && <Table.Td>{keyWords(column).join(', ')}</Table.Td>}
              {hasDescriptions && <Table.Td>{column.description}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
