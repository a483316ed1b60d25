import { Button, NativeSelect, Radio, Table, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ReadingOptions, UploadedFile } from '#shared/data-sources/files-api.ts'
import { t } from '#shared/messages/translate.ts'
import type { ColumnType } from '#shared/results/results-api.ts'
import { tableNameOf, typeChoices } from './file-facts.ts'
import { FileOptions } from './file-options.tsx'
import classes from './files.module.css'
import type { Preview } from './send-file.ts'
import type { Place } from './use-upload.ts'

interface TablePreviewProps {
  preview: Preview
  options: ReadingOptions
  isReading: boolean
  tables: readonly UploadedFile[]
  onRead(options: ReadingOptions): void
  onSave(place: Place): Promise<void>
}

/** The first rows of a file that was read, how it was read, and the table that it becomes. */
export function TablePreview(props: TablePreviewProps) {
  const { preview, isReading, tables, options, onRead, onSave } = props
  const { file } = preview
  const [name, setName] = useState(() => tableNameOf(file.file_name))
  const [chosen, setChosen] = useState<'replace' | 'append'>('replace')
  const [isSaving, setSaving] = useState(false)
  const table = tables.find((each) => each.table_name === name)
  const isNamed = /^[a-z_][a-z0-9_]{0,62}$/.test(name)
  const save = async () => {
    setSaving(true)
    await onSave({ table_name: name, mode: table === undefined ? 'new' : chosen })
    setSaving(false)
  }
  return (
    <form
      className={classes.shown}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <FileOptions format={file.format} options={options} isReading={isReading} onRead={onRead} />
      <Rows preview={preview} isReading={isReading} options={options} onRead={onRead} />
      <div className={classes.place}>
        <TextInput
          label={t('Name of the table')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value.toLowerCase())}
          error={isNamed ? null : t('Letters a to z, digits and _; a letter or _ at the beginning.')}
        />
        {table !== undefined && (
          <Radio.Group
            label={t('There is a table {name} already.', { name })}
            value={chosen}
            onChange={(value) => setChosen(value === 'append' ? 'append' : 'replace')}
          >
            <div className={classes.modes}>
              <Radio value="replace" label={t('Replace its files')} />
              <Radio value="append" label={t('Append the rows to it')} />
            </div>
          </Radio.Group>
        )}
        <Button type="submit" loading={isSaving} disabled={!isNamed || isReading}>
          {t('Save')}
        </Button>
      </div>
    </form>
  )
}

const scrolledByKeys = { tabIndex: 0 }
/** Drawing more would make the dialog slow; the table has all of them. */
const shownColumns = 100

function Rows({
  preview: { file, rows },
  isReading,
  options,
  onRead,
}: Pick<TablePreviewProps, 'preview' | 'isReading' | 'options' | 'onRead'>) {
  const columns = file.columns ?? []
  const shown = columns.slice(0, shownColumns)
  const retype = (at: number, type: ColumnType) => {
    const types = columns.map((_, place) => (place === at ? type : (options.types?.[place] ?? null)))
    onRead({ ...options, types })
  }
  const count = file.row_count ?? 0
  return (
    <>
      <p className={classes.note} role="status">
        {t('{rows} rows, {columns} columns. The first {shown} rows:', {
          rows: count.toLocaleString(),
          columns: columns.length.toLocaleString(),
          shown: rows.length,
        })}
      </p>
      <section
        className={classes.rows}
        data-busy={isReading || undefined}
        {...scrolledByKeys}
        aria-label={t('Preview')}
      >
        <Table withColumnBorders highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              {shown.map(({ name, type }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                <Table.Th key={at}>
                  <div className={classes.column}>{name}</div>
                  <NativeSelect
                    size="xs"
                    aria-label={t('Type of {name}', { name })}
                    data={typeChoices.map(({ value, label }) => ({ value, label }))}
                    value={type ?? 'string'}
                    disabled={isReading}
                    onChange={(event) => retype(at, event.currentTarget.value as ColumnType)}
                  />
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing else
              <Table.Tr key={place}>
                {shown.map(({ type }, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                  <Table.Td key={at} data-number={type === 'integer' || type === 'float' || undefined}>
                    {row[at] ?? <span className={classes.missing}>–</span>}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </>
  )
}
