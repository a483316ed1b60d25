import { Loader } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import { t } from '#shared/messages/translate.ts'
import classes from './opening.module.css'

/** Shows a loading message if the file of a dialog, drawer or palette takes long to load. */
export function Opening({ children }: { children: ReactNode }) {
  return <Suspense fallback={<Awaited className={classes.notice} />}>{children}</Suspense>
}

/** The same for content inside a menu. */
export function OpeningMenu({ children }: { children: ReactNode }) {
  return <Suspense fallback={<Awaited className={classes.menu} />}>{children}</Suspense>
}

function Awaited({ className }: { className: string | undefined }) {
  return (
    <div role="status" className={className}>
      <Loader size={14} color="gray" />
      {t('Loading...')}
    </div>
  )
}
