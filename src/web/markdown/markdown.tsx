import { Suspense } from 'react'
import { early } from '#web/ui/lazy.tsx'
import classes from './markdown.module.css'

export const MarkdownContent = early(async () => (await import('./markdown-content.tsx')).MarkdownContent)

/**
 * Text that users write, formatted and sanitized. Until the formatter is loaded its room is reserved, without showing
 * raw markdown.
 */
export function Markdown({ text, tables = false }: { text: string; tables?: boolean }) {
  return (
    <Suspense
      fallback={
        <div className={classes.plain} style={{ visibility: 'hidden' }} aria-busy="true">
          {text}
        </div>
      }
    >
      <MarkdownContent text={text} tables={tables} />
    </Suspense>
  )
}
