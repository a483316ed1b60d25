import { TextInput, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { ConfigType } from './config-type.ts'
import classes from './type-picker.module.css'

interface TypePickerProps {
  types: readonly ConfigType[]
  /** label of the search */
  label: string
  logoOf: (type: string) => ReactNode
  onChoose: (type: ConfigType) => void
}

/** Searchable cards, filtered by title, ignoring case. Enter in the search takes the only match. */
export function TypePicker({ types, label, logoOf, onChoose }: TypePickerProps) {
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const wanted = text.trim().toLowerCase()
  const found = types.filter((type) => type.name.toLowerCase().includes(wanted))
  // on touch screens, focus would open the keyboard over the cards
  const [takesFocus] = useState(() => !window.matchMedia('(pointer: coarse)').matches)

  // for types that load after the dialog has opened; otherwise its focus trap finds data-autofocus
  useEffect(() => {
    if (takesFocus) input.current?.focus()
  }, [takesFocus])

  return (
    <>
      <TextInput
        ref={input}
        data-autofocus={takesFocus || undefined}
        placeholder={t('Search…')}
        aria-label={label}
        leftSection={<IconSearch size={16} />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          const only = found.length === 1 ? found[0] : undefined
          if (event.key !== 'Enter' || only === undefined) return
          // the same key press would submit the next form
          event.preventDefault()
          onChoose(only)
        }}
        mb="md"
      />
      <div className={classes.space}>
        {found.length === 0 ? (
          <EmptyState size="compact" title={t("Sorry, we couldn't find anything.")} />
        ) : (
          <ul className={classes.cards}>
            {found.map((type) => (
              <li key={type.type}>
                <UnstyledButton className={classes.card} onClick={() => onChoose(type)}>
                  {logoOf(type.type)}
                  <span className={classes.name}>{type.name}</span>
                </UnstyledButton>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  )
}
