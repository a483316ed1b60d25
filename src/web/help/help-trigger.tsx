import { ActionIcon, Tooltip } from '@mantine/core'
import { IconHelp } from '@tabler/icons-react'
import { openHelp } from './help-state.ts'

interface HelpTriggerProps {
  /** name of a page of the help */
  page: string
  /** label of the button, for example 'Help on schedules' */
  label: string
  size?: number
}

/** A question mark button that opens the help drawer at a page. */
export function HelpTrigger({ page, label, size = 30 }: HelpTriggerProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size={size} aria-label={label} onClick={() => openHelp(page)}>
        <IconHelp size={18} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  )
}
