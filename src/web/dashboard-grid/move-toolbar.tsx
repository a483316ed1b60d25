import { ActionIcon, Tooltip } from '@mantine/core'
import {
  IconArrowBarDown,
  IconArrowBarRight,
  IconArrowBarToLeft,
  IconArrowBarToUp,
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowUp,
  IconCheck,
  type IconProps,
  IconX,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import classes from './dashboard-grid.module.css'
import type { MoveAct } from './move-acts.ts'

interface MoveToolbarProps {
  label: string
  onAct(act: MoveAct): void
  onEnd(isDropped: boolean): void
}

const moves: { act: MoveAct; words: string; Icon: ComponentType<IconProps> }[] = [
  { act: 'left', words: 'Move left', Icon: IconArrowLeft },
  { act: 'right', words: 'Move right', Icon: IconArrowRight },
  { act: 'up', words: 'Move up', Icon: IconArrowUp },
  { act: 'down', words: 'Move down', Icon: IconArrowDown },
  { act: 'narrower', words: 'Narrower', Icon: IconArrowBarToLeft },
  { act: 'wider', words: 'Wider', Icon: IconArrowBarRight },
  { act: 'shorter', words: 'Shorter', Icon: IconArrowBarToUp },
  { act: 'taller', words: 'Taller', Icon: IconArrowBarDown },
]

/** Moves and resizes a widget by clicks: for those who do not drag. */
export function MoveToolbar({ label, onAct, onEnd }: MoveToolbarProps) {
  return (
    <div
      className={classes.toolbar}
      role="toolbar"
      aria-label={`Place of ${label}`}
      // the focus stays at the handle, which takes keys
      onMouseDown={(event) => event.preventDefault()}
    >
      {moves.map(({ act, words, Icon }) => (
        <ToolbarButton key={act} words={words} Icon={Icon} onClick={() => onAct(act)} />
      ))}
      <ToolbarButton words="Drop here" Icon={IconCheck} color="" onClick={() => onEnd(true)} />
      <ToolbarButton words="Cancel the move" Icon={IconX} onClick={() => onEnd(false)} />
    </div>
  )
}

interface ToolbarButtonProps {
  words: string
  Icon: ComponentType<IconProps>
  color?: string
  onClick(): void
}

function ToolbarButton({ words, Icon, color = 'gray', onClick }: ToolbarButtonProps) {
  return (
    <Tooltip label={words}>
      <ActionIcon variant="subtle" color={color} size={28} aria-label={words} onClick={onClick}>
        <Icon size={16} />
      </ActionIcon>
    </Tooltip>
  )
}
