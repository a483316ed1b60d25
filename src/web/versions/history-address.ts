import { useNavigate, useSearch } from '@tanstack/react-router'
import { textOf } from '#web/ui/search-params.ts'

export interface ShownHistory {
  /** null: only the list */
  versionId: number | null
  /** the other side of the comparison; null: the current state */
  againstId: number | null
}

/** Reads `?history`, `?history=12` and `?history=12&against=10`; null without `history`. */
export function readHistoryAddress(search: Readonly<Record<string, unknown>>): ShownHistory | null {
  if (!('history' in search)) return null
  return { versionId: idOf(search.history), againstId: idOf(search.against) }
}

function idOf(value: unknown): number | null {
  const text = textOf(value)
  return text !== undefined && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null
}

/** The search part of the address with or without the history. */
export function searchWithHistory(
  search: Readonly<Record<string, unknown>>,
  shown: ShownHistory | null,
): Record<string, unknown> {
  const { history: _history, against: _against, ...rest } = search
  if (shown === null) return rest
  const history = shown.versionId === null ? '' : String(shown.versionId)
  const against = shown.versionId === null || shown.againstId === null ? undefined : String(shown.againstId)
  return { ...rest, history, ...(against === undefined ? {} : { against }) }
}

/** The version history that the address opens and closes. */
export function useHistoryAddress(): {
  shown: ShownHistory | null
  show(shown: ShownHistory | null): Promise<void>
} {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const shown = readHistoryAddress(search)
  return {
    shown,
    show: (next) =>
      navigate({
        to: '.',
        search: (current) => searchWithHistory(current, next) as never,
        hash: true,
        // moving between versions adds no entry to the browser's history
        replace: shown !== null && next !== null,
        resetScroll: false,
      }),
  }
}
