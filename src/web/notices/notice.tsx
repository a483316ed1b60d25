import { CloseButton, Tooltip } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './home-notices.module.css'

interface NoticeProps {
  kind: 'warning' | 'news'
  icon: ReactNode
  title: string
  children: ReactNode
  close?: { label: string; run: () => void }
}

/** A notice on the home page: visible, but unobtrusive. */
export function Notice({ kind, icon, title, children, close }: NoticeProps) {
  const titleId = useId()
  return (
    <section className={classes.notice} data-kind={kind} aria-labelledby={titleId}>
      <span className={classes.icon} aria-hidden="true">
        {icon}
      </span>
      <div className={classes.words}>
        <h2 id={titleId} className={classes.noticeTitle}>
          {title}
        </h2>
        <div>{children}</div>
      </div>
      {close !== undefined && (
        <Tooltip label={close.label}>
          <CloseButton size="sm" aria-label={close.label} onClick={close.run} />
        </Tooltip>
      )}
    </section>
  )
}
