import { ActionIcon, type ActionIconProps, Menu, Tooltip } from '@mantine/core'
import { type ReactNode, useState } from 'react'

interface IconMenuProps
  extends Pick<ActionIconProps, 'variant' | 'color' | 'size' | 'className' | 'loading'> {
  /** label of the button */
  label: string
  /** tooltip, if it differs from `label` */
  hint?: string
  icon: ReactNode
  /**
   * rendered in place, where ancestors must not clip it, rather than in a portal; the focus order then continues there
   */
  isInPlace?: boolean
  /** the pointer or focus is near: preload the items */
  onNear?(): void
  /** items of a `Menu` */
  children: ReactNode
}

/** A menu behind an icon button. */
export function IconMenu(props: IconMenuProps) {
  const { label, hint = label, icon, isInPlace = false, onNear, children, ...button } = props
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Menu
      position="bottom-end"
      opened={isOpen}
      onChange={setIsOpen}
      {...(isInPlace && { withinPortal: false, floatingStrategy: 'fixed' })}
    >
      <Menu.Target>
        <Tooltip label={hint} disabled={isOpen}>
          <ActionIcon aria-label={label} onPointerEnter={onNear} onFocus={onNear} {...button}>
            {icon}
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
