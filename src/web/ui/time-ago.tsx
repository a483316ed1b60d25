import { useClientConfig } from '#web/session/use-session.ts'
import { RelativeTime } from './relative-time.tsx'

/** How long ago it was, with the organisation's format of dates in the tooltip. */
export function TimeAgo({ date, none }: { date: string | null | undefined; none?: string }) {
  const { dateTimeFormat } = useClientConfig()
  return <RelativeTime date={date} dateTimeFormat={dateTimeFormat} {...(none !== undefined && { none })} />
}
