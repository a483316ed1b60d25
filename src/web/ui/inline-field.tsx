import { Textarea, TextInput } from '@mantine/core'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'

export interface InlineEditProps {
  value: string
  /** name of the field for assistive technology, for example `Query name` */
  label: string
  placeholder?: string
  /** below the field while it is open */
  hint?: string
  isEditable: boolean
  isMultiline?: boolean
  maxLength: number
  className?: string
  /** renders a value that may contain links; a separate button then starts editing */
  renderValue?: (value: string) => ReactNode
  /** not called if nothing changed; an empty text is passed on only if `allowsEmpty` */
  onDone(value: string): void
  allowsEmpty?: boolean
}

/** The field for editing an inline text. */
export function InlineField(props: InlineEditProps & { onClose(byKey: boolean): void }) {
  const { value, label, hint, isMultiline, className, onClose } = props
  const [typed, setTyped] = useState(value)
  const isCancelled = useRef(false)
  const isByKey = useRef(false)
  const commit = () => {
    const next = typed.trim()
    onClose(isByKey.current)
    if (isCancelled.current || next === value.trim()) return
    if (next !== '' || props.allowsEmpty) props.onDone(next)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      isCancelled.current = true
      isByKey.current = true
      event.currentTarget.blur()
    }
    if (event.key === 'Enter' && !(isMultiline && event.shiftKey)) {
      event.preventDefault()
      isByKey.current = true
      event.currentTarget.blur()
    }
  }
  const field = {
    size: 'xs',
    className,
    'aria-label': label,
    description: hint,
    inputWrapperOrder: ['input', 'description'],
    value: typed,
    maxLength: props.maxLength,
    autoFocus: true,
    onBlur: commit,
    onKeyDown,
  } satisfies Partial<ComponentProps<typeof TextInput & typeof Textarea>>
  return isMultiline ? (
    <Textarea
      {...field}
      autosize
      minRows={3}
      maxRows={14}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  ) : (
    <TextInput {...field} onChange={(event) => setTyped(event.currentTarget.value)} />
  )
}
