import { useEffect, useState } from 'react'
import type { CloudWord } from './word-cloud-model.ts'
import { layOutWords, type WordLayout } from './word-layout.ts'

/** The words with their places; the former ones until new ones are found. */
export function useWordLayout(
  words: readonly CloudWord[],
  fontFamily: string | undefined,
): { layout: WordLayout | null; busy: boolean } {
  const [found, setFound] = useState<{ words: readonly CloudWord[]; layout: WordLayout } | null>(null)
  useEffect(() => {
    if (fontFamily === undefined) return
    return layOutWords(words, fontFamily, (layout) => setFound({ words, layout }))
  }, [words, fontFamily])
  return { layout: found?.layout ?? null, busy: found?.words !== words }
}
