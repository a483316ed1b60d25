import { itemText, takesSeveral } from './check-value.ts'
import type { StoredParameter } from './detect-parameters.ts'

/** The texts around each item of a list, and between items. */
export interface Affixes {
  prefix: string
  suffix: string
  separator: string
}

/** The first definition of a name counts. */
export function definitionsByName(
  definitions: readonly StoredParameter[],
): ReadonlyMap<string, StoredParameter> {
  return new Map(definitions.toReversed().map((definition) => [definition.name, definition]))
}

export function affixesOf(definition: StoredParameter | undefined): Affixes {
  const options = (takesSeveral(definition) ? definition?.multiValuesOptions : {}) as Record<string, unknown>
  const text = (key: string, fallback: string) => (typeof options[key] === 'string' ? options[key] : fallback)
  return { prefix: text('prefix', ''), suffix: text('suffix', ''), separator: text('separator', ',') }
}

/** Joins a list; quotes inside of quoted items are doubled, so that each stays one literal. */
export function joinItems(items: readonly unknown[], { prefix, suffix, separator }: Affixes): string {
  const quote = prefix === suffix && (prefix === "'" || prefix === '"') ? prefix : null
  const text = (item: unknown) =>
    quote === null ? itemText(item) : itemText(item).replaceAll(quote, quote + quote)
  return items.map((item) => `${prefix}${text(item)}${suffix}`).join(separator)
}
