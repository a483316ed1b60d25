import { useEffect, useRef, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import type { CopyFormat } from './copy-formats.ts'
import { type CopySource, copyCells } from './copy-selection.ts'
import { rangeOf, type Selection } from './grid-selection.ts'

const shownMs = 4000

export interface Copying {
  /** what became of copying these cells: for a few seconds, and a failure until others are selected */
  noticeOf(selection: Selection | null): string | null
  start(format: CopyFormat, selection: Selection): void
  /** the copy is done already */
  tell(selection: Selection): void
}

/** Copies selections, and tells what became of it. */
export function useCopying(source: CopySource): Copying {
  const [notice, setNotice] = useState<{ of: string; text: string } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const show = (selection: Selection, text: string) => {
    setNotice({ of: keyOf(selection), text })
    clearTimeout(timer.current)
  }
  const tell = (selection: Selection) => {
    show(selection, t('Copied'))
    timer.current = setTimeout(() => setNotice(null), shownMs)
  }
  return {
    noticeOf: (selection) => (selection !== null && notice?.of === keyOf(selection) ? notice.text : null),
    tell,
    start(format, selection) {
      copyCells(format, selection, source).then(
        () => tell(selection),
        (error: unknown) => show(selection, error instanceof Error ? error.message : String(error)),
      )
    },
  }
}

const keyOf = (selection: Selection) => JSON.stringify(rangeOf(selection))
