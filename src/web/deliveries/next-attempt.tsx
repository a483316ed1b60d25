import { Tooltip } from '@mantine/core'
import type { Delivery } from '#shared/deliveries/deliveries-api.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { plural, t } from '#shared/messages/translate.ts'
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

/** `in 5 minutes`; the list asks again all the time, so it stays true. */
export function timeUntil(at: number, now: number): string {
  const seconds = Math.round((at - now) / 1000)
  if (seconds < 5) return t('now')
  if (seconds < 90) return plural(seconds, { one: 'in {count} second', other: 'in {count} seconds' })
  const minutes = Math.round(seconds / 60)
  return plural(minutes, { one: 'in {count} minute', other: 'in {count} minutes' })
}
