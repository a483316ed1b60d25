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
  /** shows the value as something that may hold links, so that a button beside it begins editing */
  renderValue?: (value: string) => ReactNode
  /** not called when nothing has changed; an empty text is passed on only when `allowsEmpty` */
  onDone(value: string): void
  allowsEmpty?: boolean
}

/** The field that an inline text turns into. */
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
