import { t } from '#shared/messages/translate.ts'
import classes from './textbox-dialog.module.css'

const examples: readonly [written: string, meaning: string][] = [
  ['# Title', t('heading; ## and ### make smaller ones')],
  ['**bold** *italic*', t('emphasis')],
  ['[text](https://…)', t('link')],
  ['![text](https://…)', t('picture')],
  ['- one', t('list; 1. makes a numbered one')],
  ['> said', t('quotation')],
  ['`code`', t('code')],
  ['---', t('line')],
  ['| a | b |\n|---|---|\n| 1 | 2 |', t('table')],
]

/** What can be written in a text box. */
export function MarkdownHelp() {
  return (
    <details className={classes.help}>
      <summary>{t('Text is formatted with Markdown')}</summary>
      <dl className={classes.examples}>
        {examples.map(([written, meaning]) => (
          <Example key={written} written={written} meaning={meaning} />
        ))}
      </dl>
    </details>
  )
}

function Example({ written, meaning }: { written: string; meaning: string }) {
  return (
    <>
      <dt>{written}</dt>
      <dd>{meaning}</dd>
    </>
  )
}
