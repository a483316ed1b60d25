import type { Delivery } from '#shared/deliveries/deliveries-api.ts'
import { t } from '#shared/messages/translate.ts'
import { StateLabel } from '#web/ui/state-label.tsx'

type State = Delivery['state']

export const deliveryStates: readonly State[] = ['queued', 'sent', 'failed', 'given_up']

const words: Readonly<Record<State, string>> = {
  queued: t('On its way'),
  sent: t('Sent'),
  failed: t('Refused'),
  given_up: t('Given up'),
}
const kinds = { queued: 'warning', sent: 'ok', failed: 'error', given_up: 'error' } as const

export function deliveryStateName(state: State): string {
  return words[state]
}

export function DeliveryStateLabel({ state }: { state: State }) {
  return <StateLabel kind={kinds[state]}>{words[state]}</StateLabel>
}

/** What was told: the state of the alert, or that it was a test. */
export function toldWord({ is_test, alert_state }: Delivery): string | null {
  if (is_test) return t('Test')
  switch (alert_state) {
    case 'triggered':
      return t('Triggered')
    case 'ok':
      return t('Ok')
    case 'unknown':
      return t('Unknown')
    default:
      return null
  }
}
