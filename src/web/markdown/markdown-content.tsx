import { useMemo } from 'react'
import { SafeHtml } from '#visualizations/parts/safe-html.tsx'
import classes from './markdown.module.css'
import { renderMarkdown } from './render-markdown.ts'

export function MarkdownContent({ text, tables }: { text: string; tables: boolean }) {
  const html = useMemo(() => renderMarkdown(text, { tables }), [text, tables])
  return <SafeHtml html={html} className={classes.content} />
}
