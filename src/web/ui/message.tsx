import { createElement, Fragment, type ReactNode } from 'react'
import { messageParts } from '#shared/messages/message-parts.ts'

/** A sentence with elements in it: `<Message text={t('Updated {time}')} values={{ time: <TimeAgo … /> }} />`. */
export function Message({ text, values }: { text: string; values: Readonly<Record<string, ReactNode>> }) {
  return createElement(Fragment, null, ...messageParts(text, values))
}
