import { useClientConfig } from '#web/session/use-session.ts'
import { RelativeTime } from './relative-time.tsx'

/** How long ago it was, with the organization's date format in the tooltip. */
export function TimeAgo({ date, none }: { date: string | null | undefined; none?: string }) {
  const { dateTimeFormat } = useClientConfig()
  return <RelativeTime date={date} dateTimeFormat={dateTimeFormat} {...(none !== undefined && { none })} />
}
