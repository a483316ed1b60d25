import { ActionIcon, type ActionIconProps, Menu, Tooltip } from '@mantine/core'
import { type ReactNode, useState } from 'react'

interface IconMenuProps
  extends Pick<ActionIconProps, 'variant' | 'color' | 'size' | 'className' | 'loading'> {
  /** what the button is called */
  label: string
  /** under the pointer, where that says less than `label` */
  hint?: string
  icon: ReactNode
  /** stands where it is in the page, which must not cut it off, rather than above all; then the focus goes on from there */
  isInPlace?: boolean
  /** somebody is about to open it: the time to fetch its items */
  onNear?(): void
  /** items of a `Menu` */
  children: ReactNode
}

/** A menu behind a button that is an icon alone. */
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
