import { Button, Menu, Tooltip } from '@mantine/core'
import {
  IconChevronDown,
  IconCode,
  IconDownload,
  IconFileSpreadsheet,
  IconFileText,
  IconLayoutGridAdd,
  IconPhoto,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatBytes } from '#shared/format/bytes.ts'
import { formatRuntime } from '#shared/format/durations.ts'
import type { PictureFormat } from '#visualizations/picture-file.ts'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import { pictureFormats } from '#web/visualizations/download-picture.ts'
import { downloadAddress, downloadFormats } from './downloads.ts'
import type { LoadedResult } from './read-result.ts'
import classes from './results.module.css'

interface ResultBarProps {
  result: LoadedResult | null
  /** only so many first rows are shown, of a result that is on its way */
  firstRows: number | null
  queryId: number | null
  isExecuting: boolean
  /** rows left by the filters; null when nothing is filtered */
  filteredRows: number | null
  /** null: not from here */
  onAdd: (() => void) | null
  onEmbed: (() => void) | null
  onPicture(format: PictureFormat): void
  children?: ReactNode
}

/** Below the result: how many rows, how long it took, how old it is, and the downloads. */
export function ResultBar({
  result,
  firstRows,
  queryId,
  isExecuting,
  filteredRows,
  onAdd,
  onEmbed,
  onPicture,
  children,
}: ResultBarProps) {
  return (
    <div className={classes.bar}>
      <div className={classes.facts}>
        {firstRows !== null && (
          <span>First {firstRows === 1 ? 'row' : `${firstRows.toLocaleString('en-US')} rows`}</span>
        )}
        {result && <ResultFacts result={result} filteredRows={filteredRows} />}
      </div>
      <div className={classes.barActions}>
        {children}
        <DownloadMenu
          resultId={result?.id ?? null}
          queryId={queryId}
          isDisabled={isExecuting || result === null}
          onAdd={onAdd}
          onEmbed={onEmbed}
          onPicture={onPicture}
        />
      </div>
    </div>
  )
}

function ResultFacts({ result, filteredRows }: { result: LoadedResult; filteredRows: number | null }) {
  const count = result.rowCount
  const scanned = result.metadata.data_scanned
  return (
    <>
      <span>
        <strong>{count.toLocaleString('en-US')}</strong> {count === 1 ? 'row' : 'rows'}
        {filteredRows !== null && <> ({filteredRows.toLocaleString('en-US')} shown)</>}
      </span>
      {result.truncated && (
        <Tooltip label="The result was cut at the limit of the data source">
          <span className={classes.truncated} data-testid="truncated">
            Result truncated to {count.toLocaleString('en-US')} rows
          </span>
        </Tooltip>
      )}
      <span>
        <strong>{formatRuntime(result.runtime)}</strong> runtime
      </span>
      {typeof scanned === 'number' && (
        <span>
          Data Scanned <strong>{formatBytes(scanned)}</strong>
        </span>
      )}
      <span>
        Updated <TimeAgo date={result.retrieved_at} />
      </span>
    </>
  )
}

interface DownloadMenuProps {
  resultId: number | null
  queryId: number | null
  /** there is nothing to download now */
  isDisabled: boolean
  onAdd: (() => void) | null
  onEmbed: (() => void) | null
  onPicture(format: PictureFormat): void
}

/** What can be taken elsewhere: to a dashboard, as a frame, as a file (part 1, section 2). */
function DownloadMenu({ resultId, queryId, isDisabled, onAdd, onEmbed, onPicture }: DownloadMenuProps) {
  return (
    <Menu position="top-end" withinPortal={false} floatingStrategy="fixed">
      <Menu.Target>
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden="true" />}
          rightSection={<IconChevronDown size={12} aria-hidden="true" />}
          disabled={isDisabled && onAdd === null && onEmbed === null}
        >
          {onEmbed === null ? 'Download' : 'Download or embed'}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {onAdd !== null && (
          <Menu.Item leftSection={<IconLayoutGridAdd size={16} />} onClick={onAdd}>
            Add to Dashboard
          </Menu.Item>
        )}
        {onEmbed !== null && (
          <Menu.Item leftSection={<IconCode size={16} />} onClick={onEmbed}>
            Embed Elsewhere
          </Menu.Item>
        )}
        {(onAdd !== null || onEmbed !== null) && <Menu.Divider />}
        {downloadFormats.map((file) => (
          <DownloadItem
            key={file.format}
            file={file}
            href={resultId === null || isDisabled ? null : downloadAddress(queryId, resultId, file.format)}
          />
        ))}
        <Menu.Divider />
        {pictureFormats.map(({ format, label }) => (
          <Menu.Item
            key={format}
            leftSection={<IconPhoto size={16} />}
            disabled={isDisabled}
            onClick={() => onPicture(format)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** `href`: null while there is nothing to download */
function DownloadItem({ file, href }: { file: (typeof downloadFormats)[number]; href: string | null }) {
  const icon = file.format === 'xlsx' ? <IconFileSpreadsheet size={16} /> : <IconFileText size={16} />
  if (href === null) {
    return (
      <Menu.Item leftSection={icon} disabled>
        {file.label}
      </Menu.Item>
    )
  }
  return (
    <Menu.Item component="a" href={href} target="_blank" rel="noopener noreferrer" leftSection={icon}>
      {file.label}
    </Menu.Item>
  )
}
