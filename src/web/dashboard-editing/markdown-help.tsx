import classes from './textbox-dialog.module.css'

const examples: readonly [written: string, meaning: string][] = [
  ['# Title', 'heading; ## and ### make smaller ones'],
  ['**bold** *italic*', 'emphasis'],
  ['[text](https://…)', 'link'],
  ['![text](https://…)', 'picture'],
  ['- one', 'list; 1. makes a numbered one'],
  ['> said', 'quotation'],
  ['`code`', 'code'],
  ['---', 'line'],
  ['| a | b |\n|---|---|\n| 1 | 2 |', 'table'],
]

/** What can be written in a text box. */
export function MarkdownHelp() {
  return (
    <details className={classes.help}>
      <summary>Text is formatted with Markdown</summary>
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
