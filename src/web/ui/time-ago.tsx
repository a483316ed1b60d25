import { Tooltip } from '@mantine/core'
import { useEffect, useState } from 'react'
import { formatDateTime, toInstant } from '#shared/format/dates.ts'
import { relativeTime } from '#shared/format/relative-time.ts'
import { useClientConfig } from '#web/session/use-session.ts'

const refreshEvery = 30_000

/** How long ago it was, with the organization's date format in the tooltip. */
export function TimeAgo({ date, none }: { date: string | null | undefined; none?: string }) {
  const { dateTimeFormat } = useClientConfig()
  return <RelativeTime date={date} dateTimeFormat={dateTimeFormat} {...(none !== undefined && { none })} />
}

interface RelativeTimeProps {
  date: string | null | undefined
  dateTimeFormat: string
  none?: string
}

/** `5 minutes ago`, refreshed every 30 s; the tooltip shows the exact time in the viewer's zone. */
export function RelativeTime({ date, dateTimeFormat, none = '–' }: RelativeTimeProps) {
  const [now, setNow] = useState(() => Date.now())

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), refreshEvery)
    return () => clearInterval(timer)
  }, [])

  const instant = toInstant(date)
  if (instant === undefined) return <span>{none}</span>
  return (
    <Tooltip label={formatDateTime(instant.epoch, dateTimeFormat)}>
      <time dateTime={new Date(instant.epoch).toISOString()} style={{ whiteSpace: 'nowrap' }}>
        {relativeTime(instant.epoch, now)}
      </time>
    </Tooltip>
  )
}
