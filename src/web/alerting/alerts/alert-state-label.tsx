import type { AlertState } from '#shared/alerts/alert-rules.ts'
import { t } from '#shared/messages/translate.ts'
import { type StateKind, StateLabel } from '#web/ui/state-label.tsx'

const looks: Readonly<Record<AlertState, { kind: StateKind; word: string }>> = {
  triggered: { kind: 'error', word: t('Triggered') },
  ok: { kind: 'ok', word: t('OK') },
  unknown: { kind: 'warning', word: t('Unknown') },
}

export function alertStateWord(state: AlertState): string {
  return looks[state].word
}

/** See docs/reference/screens-administration.md#alert-page. */
export function AlertStateLabel({ state }: { state: AlertState }) {
  const { kind, word } = looks[state]
  return <StateLabel kind={kind}>{word}</StateLabel>
}
