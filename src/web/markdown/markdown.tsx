import { Suspense } from 'react'
import { lazy } from '#web/ui/lazy.ts'
import classes from './markdown.module.css'

const MarkdownContent = lazy(() =>
  import('./markdown-content.tsx').then((module) => ({ default: module.MarkdownContent })),
)

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
