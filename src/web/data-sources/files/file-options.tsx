import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FileFormat, ReadingOptions } from '#shared/data-sources/files-api.ts'
import { t } from '#shared/messages/translate.ts'
import classes from './files.module.css'

interface FileOptionsProps {
  format: FileFormat
  options: ReadingOptions
  isReading: boolean
  onRead(options: ReadingOptions): void
}

/** How the file is read. Each change reads it again. */
export function FileOptions({ format, options, isReading, onRead }: FileOptionsProps) {
  if (format === 'json' || format === 'parquet') return null
  const { has_header: hasHeader = true } = options
  // other columns may have other types
  const change = (changes: { [K in keyof ReadingOptions]?: ReadingOptions[K] | undefined }) => {
    const all = Object.entries({ ...options, ...changes, types: undefined })
    onRead(Object.fromEntries(all.filter(([, value]) => value !== undefined)))
  }
  return (
    <div className={classes.options}>
      {(format === 'csv' || format === 'tsv') && (
        <NativeSelect
          label={t('Separator')}
          data={separators}
          value={options.separator ?? ''}
          disabled={isReading}
          onChange={({ currentTarget: { value } }) => change({ separator: value || undefined })}
        />
      )}
      {format === 'xlsx' ? (
        <Sheet options={options} isReading={isReading} onChoose={(sheet) => change({ sheet })} />
      ) : (
        <NativeSelect
          label={t('Encoding')}
          data={encodings}
          value={options.encoding ?? ''}
          disabled={isReading}
          onChange={({ currentTarget: { value } }) =>
            change({ encoding: encodings.find((each) => each.value === value)?.encoding })
          }
        />
      )}
      {format !== 'ndjson' && (
        <Checkbox
          label={t('The first line has the names of the columns')}
          checked={hasHeader}
          disabled={isReading}
          onChange={(event) => change({ has_header: event.currentTarget.checked })}
        />
      )}
    </div>
  )
}

const separators = [
  { value: '', label: t('Automatic') },
  { value: ',', label: t('Comma') },
  { value: ';', label: t('Semicolon') },
  { value: '\t', label: t('Tab') },
  { value: '|', label: t('Vertical bar') },
]
const encodings: { value: string; label: string; encoding?: NonNullable<ReadingOptions['encoding']> }[] = [
  { value: '', label: t('Automatic (UTF-8)') },
  { value: 'windows-1252', label: t('Western European (Windows-1252)'), encoding: 'windows-1252' },
  { value: 'utf-16le', label: t('UTF-16'), encoding: 'utf-16le' },
]

interface SheetProps {
  options: ReadingOptions
  isReading: boolean
  onChoose(sheet: string | undefined): void
}

/** A workbook may have many sheets, whose names only the server knows: its refusal lists them. */
function Sheet({ options, isReading, onChoose }: SheetProps) {
  const [name, setName] = useState(options.sheet ?? '')
  return (
    <>
      <TextInput
        label={t('Sheet')}
        placeholder={t('The first one')}
        value={name}
        maxLength={255}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button
        variant="default"
        disabled={isReading || name === (options.sheet ?? '')}
        onClick={() => onChoose(name === '' ? undefined : name)}
      >
        {t('Read Sheet')}
      </Button>
    </>
  )
}
