import { cutList, cutObject } from '../json-cut.ts'

/** Nested deeper than this, a value stays JSON. */
const maxDepth = 50

/** Each value below a node by its path, with the places in lists: `q.friend.0.name`. Empty lists and objects are values. */
export function flattenAll(
  path: string,
  json: string,
  hear: (path: string, json: string) => void,
  depth = 0,
): void {
  if (depth < maxDepth && json.startsWith('{')) {
    const members = cutObject(json)
    for (const [name, value] of members) flattenAll(`${path}.${name}`, value, hear, depth + 1)
    if (members.size > 0) return
  }
  if (depth < maxDepth && json.startsWith('[')) {
    const items = cutList(json)
    for (const [at, item] of items.entries()) flattenAll(`${path}.${at}`, item, hear, depth + 1)
    if (items.length > 0) return
  }
  hear(path, json)
}
