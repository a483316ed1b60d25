/** The source of a page of docs/help. */
export interface HelpSource {
  /** name of its file, and its address: `source-editor` */
  name: string
  title: string
  /** one sentence, without markup */
  summary: string
  /** search words that the text does not contain */
  keywords: string
  markdown: string
}

const fields = ['title', 'summary', 'keywords'] as const

/** Splits off the front matter: `title`, `summary` and `keywords`, one per line. */
export function readHelpSource(name: string, file: string): HelpSource {
  const [, head, markdown] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(file.replaceAll('\r\n', '\n')) ?? []
  if (head === undefined || markdown === undefined)
    throw new Error(`docs/help/${name}.md has no front matter.`)
  const values = new Map(
    head.split('\n').map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trim()]
    }),
  )
  const [title = '', summary = '', keywords = ''] = fields.map((field) => values.get(field) ?? '')
  if (title === '' || summary === '') throw new Error(`docs/help/${name}.md has no title or no summary.`)
  return { name, title, summary, keywords, markdown }
}
