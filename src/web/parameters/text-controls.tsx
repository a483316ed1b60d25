import { TextInput, Tooltip } from '@mantine/core'
import { useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { matchesPattern, normalizeValue } from '#shared/parameters/normalize-value.ts'
import type { ControlProps } from './control-props.ts'

function textOf(value: unknown): string {
  return value === null || value === undefined ? '' : String(value)
}

export function TextControl({ parameter, id, onChange }: ControlProps) {
  return (
    <TextInput
      id={id}
      size="xs"
      value={textOf(parameter.value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** Text that does not match is not a value, but stays in the field to be corrected. */
export function PatternControl({ parameter, id, onChange }: ControlProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? textOf(parameter.value)
  const isWrong = text !== '' && !matchesPattern(parameter.regex, text)
  const regex = typeof parameter.regex === 'string' ? parameter.regex : ''
  return (
    <Tooltip label={t('Regex: {regex}', { regex })}>
      <TextInput
        id={id}
        size="xs"
        value={text}
        error={isWrong ? t('Does not match the pattern') : undefined}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          onChange(event.currentTarget.value)
        }}
        onBlur={() => {
          if (!isWrong) setTyped(null)
        }}
      />
    </Tooltip>
  )
}

/** Input that is not a number is ignored. */
export function NumberControl({ parameter, id, onChange }: ControlProps) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextInput
      id={id}
      size="xs"
      inputMode="decimal"
      value={typed ?? textOf(parameter.value)}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        if (text.trim() === '') onChange(null)
        else if (normalizeValue(parameter, text) !== null) onChange(text)
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
