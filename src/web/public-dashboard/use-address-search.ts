import { useCallback, useMemo, useState } from 'react'

type Search = Readonly<Record<string, unknown>>

export interface AddressSearch {
  /** the search part of the address */
  text: string
  change(next: (before: Search) => Search): void
}

/**
 * The search part of the page's address. Keys that are repeated (`hide_filter`) are lists. Going back in a frame must not
 * undo a value behind the page's back, so the entry of the history is replaced.
 */
export function useAddressSearch(): AddressSearch {
  const [text, setText] = useState(window.location.search)
  const change = useCallback((next: (before: Search) => Search) => {
    const { pathname, search, hash } = window.location
    const written = textOf(next(fieldsOf(search)))
    if (written === textOf(fieldsOf(search))) return
    window.history.replaceState(null, '', pathname + written + hash)
    setText(written)
  }, [])
  return useMemo(() => ({ text, change }), [text, change])
}

export function fieldsOf(search: string): Record<string, string | string[]> {
  const found = new URLSearchParams(search)
  return Object.fromEntries(
    [...new Set(found.keys())].map((key) => {
      const texts = found.getAll(key)
      return [key, texts.length === 1 ? (texts[0] ?? '') : texts]
    }),
  )
}

export function textOf(fields: Search): string {
  const written = new URLSearchParams()
  for (const [key, value] of Object.entries(fields)) {
    for (const one of Array.isArray(value) ? value : [value]) written.append(key, String(one))
  }
  const text = written.toString()
  return text === '' ? '' : `?${text}`
}
