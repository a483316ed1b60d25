import { TagsInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { cleanTags } from '#shared/tags/clean-tags.ts'
import classes from './tags-editor.module.css'

interface TagsFieldProps {
  tags: readonly string[]
  loadSuggestions(signal: AbortSignal): Promise<readonly string[]>
  /** null: cancelled. byKey: the focus has to be returned */
  onDone(tags: string[] | null, byKey: boolean): void
}

/** The limits of a query or dashboard: number of tags and length of each. */
const maxTags = 100
const maxLength = 255

/**
 * Enter adds a tag, or ends editing if nothing is typed; Escape cancels, leaving commits
 * (docs/reference/screens.md#inline-editing).
 */
export function TagsField({ tags, loadSuggestions, onDone }: TagsFieldProps) {
  const [chosen, setChosen] = useState<string[]>([...tags])
  const [typed, setTyped] = useState('')
  // leaving the field commits what was typed in the same moment
  const latest = useRef(chosen)
  const isDone = useRef(false)
  const { data: suggestions = [] } = useQuery({
    queryKey: ['tags', 'suggestions'],
    queryFn: ({ signal }) => loadSuggestions(signal),
    staleTime: 0,
    gcTime: 0,
  })
  const change = (next: string[]) => {
    latest.current = cleanTags(next)
    setChosen(latest.current)
  }
  const end = (result: string[] | null, byKey: boolean) => {
    if (isDone.current) return
    isDone.current = true
    onDone(result, byKey)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      end(null, true)
    } else if (event.key === 'Enter' && typed.trim() === '' && !hasActiveOption(event)) {
      event.preventDefault()
      end(latest.current, true)
    }
  }
  const onBlur = (event: FocusEvent<HTMLFieldSetElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) end(latest.current, false)
  }
  return (
    <fieldset className={classes.field} onBlur={onBlur}>
      <TagsInput
        size="xs"
        aria-label={t('Tags')}
        placeholder={chosen.length === 0 ? t('Type a tag, then press Enter') : undefined}
        autoFocus
        data={suggestions.filter((tag) => !chosen.includes(tag))}
        limit={20}
        value={chosen}
        onChange={change}
        searchValue={typed}
        onSearchChange={(text) => setTyped(text.slice(0, maxLength))}
        maxTags={maxTags}
        isDuplicate={(tag, among) => among.includes(tag.trim())}
        comboboxProps={{ withinPortal: false }}
        // browsers let Tab stop at a scrolling list, which is inside the field, so leaving would not be noticed
        scrollAreaProps={{ viewportProps: { tabIndex: -1 } }}
        onKeyDownCapture={onKeyDown}
      />
    </fieldset>
  )
}

/** Enter then selects the option. */
function hasActiveOption(event: KeyboardEvent): boolean {
  return event.target instanceof HTMLElement && Boolean(event.target.getAttribute('aria-activedescendant'))
}
