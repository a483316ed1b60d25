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
  IconGripHorizontal,
  type IconProps,
  IconX,
} from '@tabler/icons-react'
import { type ComponentType, type KeyboardEvent, memo } from 'react'
import { t } from '#shared/messages/translate.ts'
import classes from './dashboard-grid.module.css'
import { actOfKey, type MoveAct } from './move-acts.ts'

/** Props shared by the handles of all boxes. */
export interface GripActs {
  /** id of the element that explains moving by keyboard */
  helpId: string
  onPickUp(id: number): void
  onAct(act: MoveAct): void
  onEnd(isDropped: boolean): void
}

interface GridGripsProps {
  id: number
  label: string
  isPicked: boolean
  isMoving: boolean
  acts: GripActs
}

/** The grips of a box: its handle, for pointer and keyboard, and its edges, for the pointer. */
export const GridGrips = memo(function GridGrips({ id, label, isPicked, isMoving, acts }: GridGripsProps) {
  const { helpId, onPickUp, onAct, onEnd } = acts
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isPicked) return
    const act = actOfKey(event)
    if (act === null && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (act === null) onEnd(false)
    else onAct(act)
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it hears the keys of the buttons in it */}
      <div
        className={classes.controls}
        onKeyDown={onKeyDown}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (isPicked && !currentTarget.contains(relatedTarget)) onEnd(true)
        }}
      >
        <Tooltip label={t('Drag to move, click for arrows')} openDelay={500} disabled={isMoving}>
          <button
            type="button"
            className={classes.handle}
            data-grid-grip="move"
            aria-label={t('Move {label}', { label })}
            aria-describedby={helpId}
            aria-pressed={isPicked}
            onClick={() => (isPicked ? onEnd(true) : onPickUp(id))}
          >
            <IconGripHorizontal size={16} aria-hidden />
          </button>
        </Tooltip>
        {isPicked && <MoveToolbar label={label} onAct={onAct} onEnd={onEnd} />}
      </div>
      <div className={classes.right} data-grid-grip="right" />
      <div className={classes.bottom} data-grid-grip="bottom" />
      <div className={classes.corner} data-grid-grip="corner" />
    </>
  )
})

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

/** Moves and resizes a widget by clicks, for users who cannot drag. */
function MoveToolbar({ label, onAct, onEnd }: MoveToolbarProps) {
  return (
    <div
      className={classes.toolbar}
      role="toolbar"
      aria-label={t('Place of {label}', { label })}
      // focus stays on the handle, which handles keys
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
