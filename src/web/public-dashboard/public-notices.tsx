import { Button } from '@mantine/core'
import { IconCloudOff, IconLinkOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '#shared/messages/translate.ts'
import { SextantMark } from '#web/ui/brand/sextant-mark.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import classes from './public-dashboard.module.css'
import { publicWords } from './public-words.ts'

/** Shown if the address opens no dashboard. */
export function ClosedNotice({ reason }: { reason: 'gone' | 'disabled' }) {
  const icon = <IconLinkOff size={32} stroke={1.5} />
  return reason === 'gone' ? (
    <Notice icon={icon} title={publicWords.gone}>
      {publicWords.goneAdvice}
    </Notice>
  ) : (
    <Notice icon={icon} title={publicWords.disabled}>
      {publicWords.disabledAdvice}
    </Notice>
  )
}

export function FailedNotice({ message, onRetry }: { message: string; onRetry(): void }) {
  return (
    <Notice
      icon={<IconCloudOff size={32} stroke={1.5} />}
      title={publicWords.failed}
      action={
        <Button variant="default" onClick={onRetry}>
          {t('Try again')}
        </Button>
      }
    >
      {message}
    </Notice>
  )
}

interface NoticeProps {
  icon: ReactNode
  title: string
  action?: ReactNode
  children: ReactNode
}

function Notice({ icon, title, action, children }: NoticeProps) {
  return (
    <div className={classes.page}>
      <main className={classes.notice}>
        <div role="alert">
          <EmptyState icon={icon} title={title} heading action={action}>
            {children}
          </EmptyState>
        </div>
      </main>
      <PublicFooter />
    </div>
  )
}

/** Credits Sextant (docs/reference/dashboards.md#public-page). */
export function PublicFooter() {
  return (
    <footer className={classes.footer}>
      <a href="/" target="_blank" rel="noopener noreferrer" className={classes.credit}>
        <SextantMark size={16} />
        {t('Made with Sextant')}
      </a>
    </footer>
  )
}
