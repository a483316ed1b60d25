import { lazy, Suspense } from 'react'
import classes from './markdown.module.css'

const MarkdownContent = lazy(() =>
  import('./markdown-content.tsx').then((module) => ({ default: module.MarkdownContent })),
)

/** Text that people write about their things, formatted and safe. Until the formatter is there, the plain text stands. */
export function Markdown({ text, tables = false }: { text: string; tables?: boolean }) {
  return (
    <Suspense
      fallback={
        <div className={classes.plain} aria-busy="true">
          {text}
        </div>
      }
    >
      <MarkdownContent text={text} tables={tables} />
    </Suspense>
  )
}
