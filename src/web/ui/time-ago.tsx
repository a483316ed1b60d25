import { Tooltip } from '@mantine/core'
import { useEffect, useState } from 'react'
import { formatDateTime, toInstant } from '#shared/format/dates.ts'
import { relativeTime } from '#shared/format/relative-time.ts'
import { useClientConfig } from '#web/app/use-session.ts'

const refreshEvery = 30_000

/** `5 minutes ago`, refreshed every 30 s; the exact instant in the viewer's zone stands in a tooltip. */
export function TimeAgo({ date, none = '–' }: { date: string | null | undefined; none?: string }) {
  const { dateTimeFormat } = useClientConfig()
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
