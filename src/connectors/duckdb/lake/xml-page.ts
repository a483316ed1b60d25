import { xmlTokens } from '../files/xml-tokens.ts'

/** An element of a list with the texts of those inside it, by their names. */
export type XmlItem = ReadonlyMap<string, string>

export interface XmlPage {
  items: XmlItem[]
  /** texts of elements outside of the items */
  others: XmlItem
}

async function* whole(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

/** A page of a list in XML: its elements of the name `item`, and single values beside them. */
export async function readXmlPage(text: string, item: string): Promise<XmlPage> {
  const items: Map<string, string>[] = []
  const others = new Map<string, string>()
  let current: Map<string, string> | null = null
  let value = ''
  for await (const tokens of xmlTokens(whole(text))) {
    for (const token of tokens) {
      if (token.kind === 'text') value += token.text
      else if (token.kind === 'begin') {
        value = ''
        if (token.name === item && !token.isEmpty) {
          current = new Map()
          items.push(current)
        }
      } else {
        if (token.name === item) current = null
        else (current ?? others).set(token.name, value)
        value = ''
      }
    }
  }
  return { items, others }
}
