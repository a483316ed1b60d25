import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useSession } from '#web/session/use-session.ts'
import { isUnsaved } from '#web/visualizations/unsaved-visualization.ts'
import type { TextEditorHandle } from '../../editor/text-editor.tsx'
import type { QueryDraft } from '../use-query-draft.ts'
import { type KeptSlot, type KeptTexts, keptTexts, newSlot } from './kept-texts.ts'

/** A crash loses at most what was typed in this time. */
const keepAfterMs = 400

export interface KeptOffer {
  kept: KeptSlot
  /** more texts wait behind this one */
  more: number
  restore(): void
  discard(): void
}

/**
 * Keeps the unsaved text of the editor in this browser, and offers what an earlier editor of the query has left. null:
 * nothing to offer.
 */
export function useKeptText(
  draft: QueryDraft,
  handle: RefObject<TextEditorHandle | null>,
  onDataSource: (id: number) => void,
): KeptOffer | null {
  const { user, org_slug } = useSession()
  const { id, query: text, data_source_id: dataSourceId, can_edit, is_archived, visualizations } = draft.query
  const key = id ?? 'new'
  const texts = useMemo(
    () => keptTexts(localStorage, `${org_slug}:${user.id}`, Date.now),
    [org_slug, user.id],
  )
  const [slot] = useState(() => newSlot(key))
  const [offers, setOffers] = useState<readonly KeptSlot[]>([])
  const latest = useRef({ draft, texts })
  latest.current = { draft, texts }
  useHeldSlot(slot)

  useEffect(() => {
    let isCurrent = true
    const { draft: before } = latest.current
    void leftTexts(texts, key).then((left) => {
      if (!isCurrent) return
      for (const one of left) if (one.text === before.savedText) texts.forget(one.slot)
      setOffers(left.filter((one) => one.text !== before.savedText))
    })
    return () => {
      isCurrent = false
    }
  }, [texts, key])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the text begins the wait again
  useEffect(() => {
    const keep = () => {
      const { draft: now, texts: where } = latest.current
      keepOrForget(where, slot, handle.current?.text() ?? now.query.query, now)
    }
    const timer = setTimeout(keep, keepAfterMs)
    window.addEventListener('pagehide', keep)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', keep)
    }
  }, [text, draft.savedText, dataSourceId, visualizations, slot, handle])
  // before the editor goes, which may hold more than it has reported
  useLayoutEffect(() => {
    const editor = handle
    return () => {
      const { draft: now, texts: where } = latest.current
      keepOrForget(where, slot, editor.current?.text() ?? now.query.query, now)
    }
  }, [handle, slot])

  const [first] = offers
  if (first === undefined || !can_edit || is_archived) return null
  const take = () => {
    texts.forget(first.slot)
    setOffers(offers.slice(1))
  }
  return {
    kept: first,
    more: offers.length - 1,
    restore() {
      take()
      if (id === null && first.dataSourceId !== null && first.dataSourceId !== dataSourceId) {
        onDataSource(first.dataSourceId)
      }
      const made = first.visualizations ?? []
      if (made.length > 0) draft.adopt({ visualizations: [...visualizations, ...made] })
      handle.current?.replace(first.text)
      handle.current?.focus()
    },
    discard: take,
  }
}

function keepOrForget(texts: KeptTexts, slot: string, text: string, draft: QueryDraft): void {
  const visualizations = draft.query.visualizations.filter(isUnsaved)
  const isStored = text === draft.savedText && visualizations.length === 0
  if (text.trim() === '' || isStored) texts.forget(slot)
  else texts.keep(slot, { text, at: Date.now(), dataSourceId: draft.query.data_source_id, visualizations })
}

const lockName = (slot: string) => `sextant-text-${slot}`

/** While an editor is open, other tabs do not offer its text. Browsers have locks only on secure pages. */
function useHeldSlot(slot: string): void {
  useEffect(() => {
    const { promise, resolve } = Promise.withResolvers<void>()
    void navigator.locks?.request(lockName(slot), () => promise).catch(() => undefined)
    return () => resolve()
  }, [slot])
}

/** The texts of editors that are no longer open. */
async function leftTexts(texts: KeptTexts, key: number | 'new'): Promise<KeptSlot[]> {
  const all = texts.list(key)
  if (all.length === 0) return []
  const locks = await navigator.locks?.query().catch(() => undefined)
  const open = new Set(locks?.held?.map(({ name }) => name))
  return all.filter(({ slot }) => !open.has(lockName(slot)))
}
