import { plural, t } from '#shared/messages/translate.ts'
import { confirm } from '#web/ui/confirm.tsx'

const maxNamed = 5

/** Asks before a destination is deleted, and names the alerts that use it. */
export function confirmDeletion(
  name: string,
  alerts: readonly { name: string }[],
  count: number,
): Promise<boolean> {
  return confirm({
    title: t('Delete Alert Destination'),
    message: questionOf(name, alerts, count),
    confirmLabel: t('Delete'),
    danger: true,
  })
}

function questionOf(name: string, alerts: readonly { name: string }[], count: number): string {
  if (count === 0) return t('Are you sure you want to delete “{name}”? No alert uses it.', { name })
  const named = alerts
    .slice(0, maxNamed)
    .map((alert) => `“${alert.name}”`)
    .join(', ')
  const rest = count - Math.min(alerts.length, maxNamed)
  const all = rest > 0 ? t('{alerts} and {rest} more', { alerts: named, rest }) : named
  return plural(
    count,
    {
      one: 'Are you sure you want to delete “{name}”? {count} alert uses it, and will no longer send messages to it: {alerts}.',
      other:
        'Are you sure you want to delete “{name}”? {count} alerts use it, and will no longer send messages to it: {alerts}.',
    },
    { name, alerts: all },
  )
}
