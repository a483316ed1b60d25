import { useEffect, useRef, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import type { CopyFormat } from './copy-formats.ts'
import { type CopySource, copyCells } from './copy-selection.ts'
import type { Selection } from './grid-selection.ts'

const shownMs = 4000

export interface Copying {
  /** what became of the last copy, for a few seconds */
  notice: string | null
  start(format: CopyFormat, selection: Selection): void
  /** the copy is done already */
  tell(): void
}

/** Copies selections, and tells what became of it. */
export function useCopying(source: CopySource): Copying {
  const [notice, setNotice] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const show = (text: string) => {
    setNotice(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setNotice(null), shownMs)
  }
  return {
    notice,
    tell: () => show(t('Copied')),
    start(format, selection) {
      copyCells(format, selection, source).then(
        () => show(t('Copied')),
        (error: unknown) => show(error instanceof Error ? error.message : String(error)),
      )
    },
  }
}
