import type { ReactNode } from 'react'
import classes from './state-label.module.css'

/** Semantic colours are for states only: ok, warning, error, or nothing special. */
export type StateKind = 'ok' | 'warning' | 'error' | 'unknown'

/** A short word about the state of a thing: `Paused`, `Unpublished`. */
export function StateLabel({ kind = 'unknown', children }: { kind?: StateKind; children: ReactNode }) {
  return (
    <span className={classes.label} data-kind={kind}>
      {children}
    </span>
  )
}
