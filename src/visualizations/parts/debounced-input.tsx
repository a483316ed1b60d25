import {
  NumberInput,
  type NumberInputProps,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { type FocusEvent, useState } from 'react'

/** Delay in milliseconds before typed text redraws the visualization (docs/reference/visualizations.md#merge-rule). */
export const editorDelay = 200

type Controlled = 'value' | 'defaultValue' | 'onChange'

interface Draft<V> {
  draft: V
  change(value: V): void
  flush(): void
}

/** Holds the typed text, reports it after a pause, on blur and on unmount, and follows outside changes. */
function useDraft<V>(value: V, onChange: (value: V) => void): Draft<V> {
  const [draft, setDraft] = useState(value)
  const [known, setKnown] = useState(value)
  const report = useDebouncedCallback(onChange, { delay: editorDelay, flushOnUnmount: true })
  if (!Object.is(known, value)) {
    setKnown(value)
    if (!report.isPending()) setDraft(value)
  }
  const change = (next: V) => {
    setDraft(next)
    report(next)
  }
  return { draft, change, flush: () => report.flush() }
}

export interface DebouncedInputProps extends Omit<TextInputProps, Controlled> {
  value: string
  onChange(value: string): void
}

/** A text input for editors. */
export function DebouncedInput({ value, onChange, onBlur, ...rest }: DebouncedInputProps) {
  const { draft, change, flush } = useDraft(value, onChange)
  return (
    <TextInput
      size="sm"
      {...rest}
      value={draft}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={(event: FocusEvent<HTMLInputElement>) => {
        flush()
        onBlur?.(event)
      }}
    />
  )
}

export interface DebouncedTextareaProps extends Omit<TextareaProps, Controlled> {
  value: string
  onChange(value: string): void
}

/** A text area for editors. */
export function DebouncedTextarea({ value, onChange, onBlur, ...rest }: DebouncedTextareaProps) {
  const { draft, change, flush } = useDraft(value, onChange)
  return (
    <Textarea
      size="sm"
      rows={3}
      resize="vertical"
      {...rest}
      value={draft}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={(event: FocusEvent<HTMLTextAreaElement>) => {
        flush()
        onBlur?.(event)
      }}
    />
  )
}

export interface DebouncedNumberInputProps extends Omit<NumberInputProps, Controlled> {
  value: number | null | undefined
  /** null when the field is empty */
  onChange(value: number | null): void
}

/** A number input for editors; may be empty. */
export function DebouncedNumberInput({ value, onChange, onBlur, ...rest }: DebouncedNumberInputProps) {
  const { draft, change, flush } = useDraft<string | number>(value ?? '', (next) => {
    const text = String(next).trim()
    const number = Number(text)
    onChange(text === '' || Number.isNaN(number) ? null : number)
  })
  return (
    <NumberInput
      {...rest}
      value={draft}
      onChange={change}
      onBlur={(event: FocusEvent<HTMLInputElement>) => {
        flush()
        onBlur?.(event)
      }}
    />
  )
}
