import type { ReactNode } from 'react'
import classes from './state-label.module.css'

/** Semantic colors are only for states: ok, warning, error, or none. */
export type StateKind = 'ok' | 'warning' | 'error' | 'unknown'

/** A short state of an object: `Paused`, `Unpublished`. */
export function StateLabel({ kind = 'unknown', children }: { kind?: StateKind; children: ReactNode }) {
  return (
    <span className={classes.label} data-kind={kind}>
      {children}
    </span>
  )
}
