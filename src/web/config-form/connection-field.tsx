import { TextInput } from '@mantine/core'
import { useState } from 'react'
import {
  connectionExample,
  looksLikeConnection,
  readConnection,
} from '#shared/config-form/connection-string.ts'
import { t, translatePhrase } from '#shared/messages/translate.ts'
import classes from './named-form.module.css'

interface ConnectionFieldProps {
  type: string
  disabled: boolean
  /** titles of the options that were filled in */
  fill: (options: Readonly<Record<string, string | number>>) => readonly string[]
}

/**
 * Fills the form from the address that programs use, such as `postgres://…`. What was read disappears from the field,
 * because it contains the password.
 */
export function ConnectionField({ type, disabled, fill }: ConnectionFieldProps) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const example = connectionExample(type)
  if (example === null) return null

  const read = (given: string) => {
    setDone(null)
    setProblem(null)
    if (given.trim() === '') return
    const found = readConnection(type, given)
    if (!found.ok) {
      setProblem(translatePhrase(found.problem))
      return
    }
    const filled = t('Filled in: {fields}.', { fields: fill(found.options).join(', ') })
    const left = t('Not taken over: {names}.', { names: found.left.join(', ') })
    setDone(found.left.length === 0 ? filled : `${filled} ${left}`)
    setText('')
  }

  return (
    <div>
      <TextInput
        label={t('Connection string')}
        description={t('Optional: paste it, and the fields below are filled in.')}
        placeholder={example}
        disabled={disabled}
        autoComplete="off"
        spellCheck={false}
        value={text}
        error={problem}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setProblem(null)
        }}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text')
          if (text !== '' || !looksLikeConnection(pasted)) return
          event.preventDefault()
          setText(pasted.trim())
          read(pasted)
        }}
        onBlur={() => read(text)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || text.trim() === '') return
          event.preventDefault()
          read(text)
        }}
      />
      <div role="status" className={classes.filled}>
        {done}
      </div>
    </div>
  )
}
