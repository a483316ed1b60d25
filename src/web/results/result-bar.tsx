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
import { locale, plural, t } from '#shared/messages/translate.ts'
import type { ImageFormat } from '#visualizations/image-file.ts'
import { Message } from '#web/ui/message.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import { imageFormats } from '#web/visualizations/download-image.ts'
import { downloadAddress, downloadFormats } from './downloads.ts'
import type { LoadedResult } from './read-result.ts'
import classes from './results.module.css'

export interface LimitCut {
  rows: number
  /** runs once without the limit; null: the viewer may not */
  onAll: (() => void) | null
}

interface ResultBarProps {
  result: LoadedResult | null
  /** number of rows shown of a result that is still loading */
  firstRows: number | null
  queryId: number | null
  isExecuting: boolean
  /** rows left by the filters; null if nothing is filtered */
  filteredRows: number | null
  /** the automatic limit has cut the result; null: it has not */
  cut: LimitCut | null
  /** null: not available here */
  onAdd: (() => void) | null
  onEmbed: (() => void) | null
  onExportImage(format: ImageFormat): void
  children?: ReactNode
}

/** Below the result: number of rows, duration, age, and downloads. */
export function ResultBar({
  result,
  firstRows,
  queryId,
  isExecuting,
  filteredRows,
  cut,
  onAdd,
  onEmbed,
  onExportImage,
  children,
}: ResultBarProps) {
  return (
    <div className={classes.bar}>
      <div className={classes.facts}>
        {firstRows !== null && (
          <span>
            {plural(
              firstRows,
              { one: 'First row', other: 'First {count} rows' },
              { count: firstRows.toLocaleString(locale) },
            )}
          </span>
        )}
        {result && <ResultFacts result={result} filteredRows={filteredRows} cut={cut} />}
      </div>
      <div className={classes.barActions}>
        {children}
        <DownloadMenu
          resultId={result?.id ?? null}
          queryId={queryId}
          isDisabled={isExecuting || result === null}
          onAdd={onAdd}
          onEmbed={onEmbed}
          onExportImage={onExportImage}
        />
      </div>
    </div>
  )
}

type ResultFactsProps = Pick<ResultBarProps, 'filteredRows' | 'cut'> & { result: LoadedResult }

function ResultFacts({ result, filteredRows, cut }: ResultFactsProps) {
  const count = result.rowCount
  const scanned = result.metadata.data_scanned
  return (
    <>
      <span>
        <Message
          text={plural(count, { one: '{rows} row', other: '{rows} rows' })}
          values={{ rows: <strong>{count.toLocaleString(locale)}</strong> }}
        />
        {filteredRows !== null && (
          <> {t('({count} shown)', { count: filteredRows.toLocaleString(locale) })}</>
        )}
      </span>
      {cut && (
        <span className={classes.cut}>
          {t('Limited to {count}', { count: cut.rows.toLocaleString(locale) })}
          {cut.onAll && (
            <Button size="compact-xs" variant="default" onClick={cut.onAll}>
              {t('Get all rows')}
            </Button>
          )}
        </span>
      )}
      {result.truncated && (
        <Tooltip label={t('The result was cut at the limit of the data source')}>
          <span className={classes.truncated} data-testid="truncated">
            {t('Result truncated to {count} rows', { count: count.toLocaleString(locale) })}
          </span>
        </Tooltip>
      )}
      <span>
        <Message
          text={t('{runtime} runtime')}
          values={{ runtime: <strong>{formatRuntime(result.runtime)}</strong> }}
        />
      </span>
      {typeof scanned === 'number' && (
        <span>
          <Message
            text={t('Data Scanned {scanned}')}
            values={{ scanned: <strong>{formatBytes(scanned)}</strong> }}
          />
        </span>
      )}
      <span>
        <Message text={t('Updated {time}')} values={{ time: <TimeAgo date={result.retrieved_at} /> }} />
      </span>
    </>
  )
}

interface DownloadMenuProps {
  resultId: number | null
  queryId: number | null
  /** nothing to download now */
  isDisabled: boolean
  onAdd: (() => void) | null
  onEmbed: (() => void) | null
  onExportImage(format: ImageFormat): void
}

/** Adds to a dashboard, embeds, downloads (docs/reference/screens.md#result-menu). */
function DownloadMenu({ resultId, queryId, isDisabled, onAdd, onEmbed, onExportImage }: DownloadMenuProps) {
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
          {onEmbed === null ? t('Download') : t('Download or embed')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {onAdd !== null && (
          <Menu.Item leftSection={<IconLayoutGridAdd size={16} />} onClick={onAdd}>
            {t('Add to Dashboard')}
          </Menu.Item>
        )}
        {onEmbed !== null && (
          <Menu.Item leftSection={<IconCode size={16} />} onClick={onEmbed}>
            {t('Embed Elsewhere')}
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
        {imageFormats.map(({ format, label }) => (
          <Menu.Item
            key={format}
            leftSection={<IconPhoto size={16} />}
            disabled={isDisabled}
            onClick={() => onExportImage(format)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** `href`: null if there is nothing to download */
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
