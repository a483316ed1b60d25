import { ActionIcon, Popover, Text, Tooltip } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'

/** A question mark next to a control that opens an explanation. */
export function HelpPopover({
  label,
  children,
  withText,
}: {
  label: string
  children: ReactNode
  withText?: boolean
}) {
  const [opened, setOpened] = useState(false)
  const toggle = () => setOpened(!opened)
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" shadow="md" width={340} returnFocus>
      <Popover.Target>
        {withText ? (
          <Text
            component="button"
            type="button"
            size="sm"
            c="dimmed"
            td="underline"
            style={{ alignSelf: 'flex-start', cursor: 'pointer' }}
            bg="transparent"
            bd="none"
            p={0}
            onClick={toggle}
          >
            {label}
          </Text>
        ) : (
          <Tooltip label={label} disabled={opened}>
            <ActionIcon variant="subtle" color="gray" size="xs" aria-label={label} onClick={toggle}>
              <IconHelpCircle size={14} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
      </Popover.Target>
      <Popover.Dropdown>{children}</Popover.Dropdown>
    </Popover>
  )
}
