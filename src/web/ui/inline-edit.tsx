import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import classes from './inline-edit.module.css'
import type { InlineEditProps } from './inline-field.tsx'
import { lazy } from './lazy.tsx'

const InlineField = lazy(() =>
  import('./inline-field.tsx').then((module) => ({ default: module.InlineField })),
)

/**
 * Text that turns into a field when clicked: Enter commits, Escape cancels, leaving commits
 * (docs/reference/screens.md#inline-editing).
 */
export function InlineEdit(props: InlineEditProps) {
  const { value, isEditable, className, renderValue } = props
  const [isOpen, setIsOpen] = useState(false)
  // after a key, the focus returns to the text
  const [takesFocus, setTakesFocus] = useState(false)
  const close = (byKey: boolean) => {
    setIsOpen(false)
    setTakesFocus(byKey)
  }
  if (isOpen) {
    return (
      <Suspense fallback={<span className={className}>{value}</span>}>
        <InlineField {...props} onClose={close} />
      </Suspense>
    )
  }
  if (!isEditable) return renderValue ? renderValue(value) : <span className={className}>{value}</span>
  const action = t('Edit {label}', { label: props.label.toLowerCase() })
  if (renderValue && value !== '') {
    return (
      <div className={classes.rendered}>
        <div className={classes.value}>{renderValue(value)}</div>
        <Tooltip label={action}>
          <ActionIcon
            size={22}
            variant="subtle"
            color="gray"
            autoFocus={takesFocus}
            aria-label={action}
            onClick={() => setIsOpen(true)}
          >
            <IconPencil size={14} />
          </ActionIcon>
        </Tooltip>
      </div>
    )
  }
  return (
    <UnstyledButton
      className={`${classes.text} ${className ?? ''}`}
      title={action}
      autoFocus={takesFocus}
      onClick={() => setIsOpen(true)}
    >
      {value === '' ? <span className={classes.placeholder}>{props.placeholder}</span> : value}
    </UnstyledButton>
  )
}
