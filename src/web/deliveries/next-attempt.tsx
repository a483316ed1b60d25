import { Tooltip } from '@mantine/core'
import type { Delivery } from '#shared/deliveries/deliveries-api.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { timeUntil } from '#shared/schedules/time-until.ts'
import { useClientConfig } from '#web/app/use-session.ts'

/** When somebody tries again; nothing for what has ended. */
export function NextAttempt({ delivery: { state, next_attempt_at } }: { delivery: Delivery }) {
  const { dateTimeFormat } = useClientConfig()
  if (state !== 'queued' || next_attempt_at === null) return <span>–</span>
  return (
    <Tooltip label={formatDateTime(next_attempt_at, dateTimeFormat)}>
      <time dateTime={next_attempt_at}>{timeUntil(Date.parse(next_attempt_at), Date.now())}</time>
    </Tooltip>
  )
}
