import type { ReactNode } from 'react'

/** The question that `confirm(...)` shows. */
export interface Question {
  title: string
  message: ReactNode
  /** a verb for the action; default `OK` */
  confirmLabel?: string
  /** default `Cancel` */
  cancelLabel?: string
  /** red button for a destructive action; Enter then does not confirm */
  danger?: boolean
}
