import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '#shared/messages/translate.ts'

const searchDelay = 200

interface SearchInputProps {
  label: string
  placeholder: string
  /** the current search, for example from the address */
  value: string
  /** called 200 ms after the last key, or at once on Enter */
  onSearch: (text: string) => void
  /** the Down key: moves to the matches */
  onDown?: () => void
}

/** Search as you type. */
export function SearchInput({ label, placeholder, value, onSearch, onDown }: SearchInputProps) {
  const [text, setText] = useState(value)
  const searched = useRef(value)
  const latest = useRef(onSearch)
  latest.current = onSearch

  // Back and Forward change the value from outside
  useEffect(() => {
    if (value === searched.current) return
    searched.current = value
    setText(value)
  }, [value])

  useEffect(() => {
    if (text === searched.current) return
    const timer = setTimeout(() => {
      searched.current = text
      latest.current(text)
    }, searchDelay)
    return () => clearTimeout(timer)
  }, [text])

  const searchNow = (next: string) => {
    setText(next)
    searched.current = next
    onSearch(next)
  }

  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={16} />}
      rightSection={
        text === '' ? null : (
          <CloseButton size="sm" aria-label={t('Clear the search')} onClick={() => searchNow('')} />
        )
      }
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') searchNow(text)
        if (event.key === 'ArrowDown') onDown?.()
        if (event.key === 'Escape' && text !== '') searchNow('')
      }}
      styles={{ input: { appearance: 'none' } }}
      maw={400}
      mb="md"
    />
  )
}
