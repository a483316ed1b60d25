import { Tooltip } from '@mantine/core'
import { IconGripHorizontal } from '@tabler/icons-react'
import { type KeyboardEvent, memo } from 'react'
import { t } from '#shared/messages/translate.ts'
import classes from './dashboard-grid.module.css'
import { actOfKey, type MoveAct } from './move-acts.ts'
import { MoveToolbar } from './move-toolbar.tsx'

/** What the handles of all boxes have in common. */
export interface GripActs {
  /** of the element that says how the keyboard moves a widget */
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

/** What a box is moved and resized by: its handle, with a pointer or the keyboard, and its edges with a pointer. */
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
