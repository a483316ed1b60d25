import type { Delivery } from '#shared/deliveries/deliveries-api.ts'
import { t } from '#shared/messages/translate.ts'
import { alertStateWord } from '#web/alerting/alerts/alert-state-label.tsx'
import { type StateKind, StateLabel } from '#web/ui/state-label.tsx'

type State = Delivery['state']

const looks: Readonly<Record<State, { kind: StateKind; word: string }>> = {
  queued: { kind: 'warning', word: t('Waiting') },
  sent: { kind: 'ok', word: t('Sent') },
  superseded: { kind: 'unknown', word: t('Superseded') },
  failed: { kind: 'error', word: t('Failed') },
  given_up: { kind: 'error', word: t('Given up') },
}

export const deliveryStates: readonly State[] = ['queued', 'sent', 'superseded', 'failed', 'given_up']

export function deliveryStateName(state: State): string {
  return looks[state].word
}

export function DeliveryStateLabel({ state }: { state: State }) {
  const { kind, word } = looks[state]
  return <StateLabel kind={kind}>{word}</StateLabel>
}

/** The subject of the message: the state of the alert, or that it was a test. */
export function subjectOf({ is_test, alert_state }: Delivery): string | null {
  if (is_test) return t('Test')
  return alert_state === null ? null : alertStateWord(alert_state)
}
