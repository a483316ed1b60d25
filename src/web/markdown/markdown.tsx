import { Suspense } from 'react'
import { early } from '#web/ui/lazy.tsx'
import classes from './markdown.module.css'

export const MarkdownContent = early(async () => (await import('./markdown-content.tsx')).MarkdownContent)

/**
 * Text that people write about their things, formatted and safe. Until the formatter is there, its room is kept: signs that
 * turn into headings and tables are nothing to be seen.
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
