import { Tooltip } from '@mantine/core'
import { formatMoment } from '#shared/format/dates.ts'
import { timeUntil } from '#shared/schedules/time-until.ts'
import { useClientConfig } from '#web/session/use-session.ts'

/** When the next attempt starts. */
export function NextAttempt({ date }: { date: string }) {
  const { dateTimeFormat } = useClientConfig()
  return (
    <Tooltip label={formatMoment(date, dateTimeFormat)}>
      <time dateTime={date}>{timeUntil(Date.parse(date), Date.now())}</time>
    </Tooltip>
  )
}
