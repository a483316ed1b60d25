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
import { t } from '#shared/messages/translate.ts'
import classes from './dashboard-grid.module.css'
import type { MoveAct } from './move-acts.ts'

interface MoveToolbarProps {
  label: string
  onAct(act: MoveAct): void
  onEnd(isDropped: boolean): void
}

const moves: { act: MoveAct; words: string; Icon: ComponentType<IconProps> }[] = [
  { act: 'left', words: t('Move left'), Icon: IconArrowLeft },
  { act: 'right', words: t('Move right'), Icon: IconArrowRight },
  { act: 'up', words: t('Move up'), Icon: IconArrowUp },
  { act: 'down', words: t('Move down'), Icon: IconArrowDown },
  { act: 'narrower', words: t('Narrower'), Icon: IconArrowBarToLeft },
  { act: 'wider', words: t('Wider'), Icon: IconArrowBarRight },
  { act: 'shorter', words: t('Shorter'), Icon: IconArrowBarToUp },
  { act: 'taller', words: t('Taller'), Icon: IconArrowBarDown },
]

/** Moves and resizes a widget by clicks: for those who do not drag. */
export function MoveToolbar({ label, onAct, onEnd }: MoveToolbarProps) {
  return (
    <div
      className={classes.toolbar}
      role="toolbar"
      aria-label={t('Place of {label}', { label })}
      // the focus stays at the handle, which takes keys
      onMouseDown={(event) => event.preventDefault()}
    >
      {moves.map(({ act, words, Icon }) => (
        <ToolbarButton key={act} words={words} Icon={Icon} onClick={() => onAct(act)} />
      ))}
      <ToolbarButton words={t('Drop here')} Icon={IconCheck} color="" onClick={() => onEnd(true)} />
      <ToolbarButton words={t('Cancel the move')} Icon={IconX} onClick={() => onEnd(false)} />
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
