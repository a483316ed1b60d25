import { Textarea, TextInput, UnstyledButton } from '@mantine/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import classes from './inline-edit.module.css'

export interface InlineEditProps {
  value: string
  /** name of the field for assistive technology, for example `Query name` */
  label: string
  placeholder?: string
  isEditable: boolean
  isMultiline?: boolean
  maxLength: number
  className?: string
  /** not called when nothing has changed; an empty text is passed on only when `allowsEmpty` */
  onDone(value: string): void
  allowsEmpty?: boolean
}

/** Text that turns into a field when pressed: Enter commits, Escape cancels, leaving commits (part 1 section 4). */
export function InlineEdit(props: InlineEditProps) {
  const { value, label, placeholder, isEditable, isMultiline, className } = props
  const [typed, setTyped] = useState<string | null>(null)
  const isCancelled = useRef(false)
  const start = () => {
    isCancelled.current = false
    setTyped(value)
  }
  const commit = () => {
    const next = typed?.trim()
    setTyped(null)
    if (isCancelled.current || next === undefined || next === value.trim()) return
    if (next !== '' || props.allowsEmpty) props.onDone(next)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      isCancelled.current = true
      event.currentTarget.blur()
    }
    if (event.key === 'Enter' && !(isMultiline && event.shiftKey)) {
      event.preventDefault()
      event.currentTarget.blur()
    }
  }
  if (typed !== null) {
    const field = {
      size: 'xs',
      className,
      'aria-label': label,
      value: typed,
      maxLength: props.maxLength,
      autoFocus: true,
      onBlur: commit,
      onKeyDown,
    } as const
    return isMultiline ? (
      <Textarea
        {...field}
        autosize
        minRows={2}
        maxRows={10}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    ) : (
      <TextInput {...field} onChange={(event) => setTyped(event.currentTarget.value)} />
    )
  }
  if (!isEditable) return <span className={className}>{value}</span>
  return (
    <UnstyledButton
      className={`${classes.text} ${className ?? ''}`}
      title={`Edit ${label.toLowerCase()}`}
      onClick={start}
    >
      {value === '' ? <span className={classes.placeholder}>{placeholder}</span> : value}
    </UnstyledButton>
  )
}
