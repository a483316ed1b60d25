import type { ReactNode } from 'react'

/** What `confirm(...)` asks. */
export interface Question {
  title: string
  message: ReactNode
  /** a verb that names the deed; default `OK` */
  confirmLabel?: string
  /** default `Cancel` */
  cancelLabel?: string
  /** red button: something is lost. Enter then does not confirm. */
  danger?: boolean
}
