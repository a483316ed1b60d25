import { cutList, visitMembers } from './json-cut.ts'

/** Objects nested deeper than this stay JSON: an index may not nest deeper either. */
const maxDepth = 20

/** Receives each cell: its dotted name and its JSON text. */
export type HearCell = (name: string, json: string) => void

/** Objects become dotted names, and a list with one element that element. An empty object stays a value. */
export function flatten(name: string, json: string, hear: HearCell, depth = 0): void {
  if (json.startsWith('{') && depth < maxDepth) {
    let isEmpty = true
    visitMembers(json, (inner, value) => {
      isEmpty = false
      flatten(`${name}.${inner}`, value, hear, depth + 1)
    })
    if (isEmpty) hear(name, json)
    return
  }
  hear(name, json.startsWith('[') ? unwrapped(json) : json)
}

function unwrapped(json: string): string {
  const items = cutList(json)
  return items.length === 1 ? (items[0] as string) : json
}
