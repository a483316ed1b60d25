import { useMemo } from 'react'
import { SafeHtml } from '#visualizations/parts/safe-html.tsx'
import classes from './markdown.module.css'
import { renderMarkdown } from './render-markdown.ts'

export function MarkdownContent({ text }: { text: string }) {
  const html = useMemo(() => renderMarkdown(text), [text])
  return <SafeHtml html={html} className={classes.content} />
}
