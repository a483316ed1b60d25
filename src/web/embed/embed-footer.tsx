import { Button } from '@mantine/core'
import { IconExternalLink, IconRefresh } from '@tabler/icons-react'
import { Suspense, useEffect, useState } from 'react'
import { formatDateTime, toInstant } from '#shared/format/dates.ts'
import { relativeTime } from '#shared/format/relative-time.ts'
import { t } from '#shared/messages/translate.ts'
import { getQueryResultById } from '#shared/results/results-api.ts'
import { buildAddress } from '#web/api/call.ts'
import { downloadFormats } from '#web/results/downloads.ts'
import { lazy } from '#web/ui/lazy.tsx'
import { Message } from '#web/ui/message.tsx'
import { DownloadButton } from './download-button.tsx'
import classes from './embed.module.css'
import type { EmbedAddress } from './embed-address.ts'
import type { EmbeddedResult } from './embed-runner.ts'

/** Menu code is a third of all script, so it loads after the visualization. */
const DownloadMenu = lazy(() =>
  import('./download-menu.tsx').then((module) => ({ default: module.DownloadMenu })),
)

export interface EmbedFooterProps {
  address: EmbedAddress
  result: EmbeddedResult | null
  dateTimeFormat: string
  isRunning: boolean
  hasParameters: boolean
  /** values of the parameters, in the form of an address */
  values: string
  /** null: not available now */
  onRefresh: (() => void) | null
  /** rejects with a message for users */
  onExportImage(format: 'png' | 'svg'): Promise<void>
}

/** The age of the result, refresh, downloads, and a link to the query (docs/reference/screens.md#embeds). */
export function EmbedFooter(props: EmbedFooterProps) {
  const { address, result, isRunning, hasParameters, onRefresh } = props
  const { queryId, visualizationId, flags } = address
  const search = props.values === '' ? '' : `?${props.values}`
  return (
    <footer className={classes.footer}>
      {!flags.hide_timestamp && result !== null && (
        <Updated key={result.retrieved_at} at={result.retrieved_at} dateTimeFormat={props.dateTimeFormat} />
      )}
      <div className={classes.acts}>
        <Button
          size="compact-xs"
          variant="subtle"
          className={classes.act}
          leftSection={<IconRefresh size={14} aria-hidden />}
          disabled={isRunning || onRefresh === null}
          onClick={onRefresh ?? undefined}
        >
          {t('Refresh')}
        </Button>
        {!flags.hide_link && !hasParameters && (
          <Suspense fallback={<DownloadButton disabled />}>
            <DownloadMenu
              downloads={result === null ? [] : embedDownloads(address, result.id)}
              isDisabled={isRunning || result === null}
              onExportImage={props.onExportImage}
            />
          </Suspense>
        )}
        {!flags.hide_link && (
          <Button
            component="a"
            size="compact-xs"
            variant="subtle"
            className={`${classes.act} ${classes.way}`}
            href={`/queries/${queryId}${search}#${visualizationId}`}
            target="_blank"
            rel="noopener noreferrer"
            leftSection={<IconExternalLink size={14} aria-hidden />}
          >
            {t('Open in Sextant')}
          </Button>
        )}
      </div>
    </footer>
  )
}

const refreshEvery = 30_000

function Updated({ at, dateTimeFormat }: { at: string; dateTimeFormat: string }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), refreshEvery)
    return () => clearInterval(timer)
  }, [])
  const instant = toInstant(at)
  if (instant === undefined) return null
  return (
    <span className={classes.updated}>
      <Message
        text={t('Updated {epoch}')}
        values={{
          epoch: (
            <time dateTime={at} title={formatDateTime(instant.epoch, dateTimeFormat)}>
              {relativeTime(instant.epoch, now)}
            </time>
          ),
        }}
      />
    </span>
  )
}

/** Downloads of the shown result, authorized by the key. */
export function embedDownloads(
  { queryId, apiKey }: Pick<EmbedAddress, 'queryId' | 'apiKey'>,
  resultId: number,
): { label: string; href: string }[] {
  const file = (format: string) => ({ id: queryId, id_and_format: `${resultId}.${format}` })
  return downloadFormats.map(({ format, label }) => ({
    label,
    href: buildAddress(getQueryResultById.path, file(format), { api_key: apiKey }),
  }))
}
