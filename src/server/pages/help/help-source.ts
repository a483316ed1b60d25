/** A page of docs/help as it is written. */
export interface HelpSource {
  /** name of its file, and of its address: `source-editor` */
  name: string
  title: string
  /** one sentence, without markup */
  summary: string
  /** words that people may search for and that the text does not have */
  keywords: string
  markdown: string
}

const fields = ['title', 'summary', 'keywords'] as const

/** Takes the front matter (`title`, `summary` and `keywords`, a line each) from the text behind it. */
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
