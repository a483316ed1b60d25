import { escapeHtml } from '#server/http/index.ts'
import type { ApiSchema } from './api-document.ts'

/** A schema in a short notation: `{ name: string, tags?: string[] }`, with links to the shapes that have names. */
export function schemaHtml(schema: ApiSchema, indent = ''): string {
  const { $ref, anyOf, items, properties, additionalProperties } = schema
  if ($ref !== undefined) {
    const name = escapeHtml(nameOf($ref))
    return `<a href="#shape-${name}">${name}</a>`
  }
  if ('const' in schema) return escapeHtml(JSON.stringify(schema.const))
  if (schema.enum !== undefined)
    return escapeHtml(schema.enum.map((value) => JSON.stringify(value)).join(' | '))
  if (anyOf !== undefined) return anyOf.map((each) => schemaHtml(each, indent)).join(' | ')
  if (schema.type === 'array') return listHtml(items ?? {}, indent, schema.maxItems)
  if (properties !== undefined) return fieldsHtml(properties, schema.required ?? [], indent)
  if (schema.type === 'object') {
    return typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0
      ? `{ [key]: ${schemaHtml(additionalProperties, indent)} }`
      : 'object'
  }
  return escapeHtml([schema.type ?? 'any', limitsOf(schema)].filter(Boolean).join(' '))
}

/** `#/components/schemas/Query`: Query */
export const nameOf = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1)

function listHtml(item: ApiSchema, indent: string, maxItems: number | undefined): string {
  const inner = schemaHtml(item, indent)
  const most = maxItems === undefined ? '' : ` (≤ ${maxItems})`
  return (item.anyOf === undefined && item.enum === undefined ? `${inner}[]` : `(${inner})[]`) + most
}

function fieldsHtml(
  properties: Record<string, ApiSchema>,
  required: readonly string[],
  indent: string,
): string {
  const fields = Object.entries(properties)
  if (fields.length === 0) return '{}'
  const lines = fields.map(([name, each]) => {
    const mark = required.includes(name) ? '' : '?'
    return `${indent}  ${escapeHtml(name)}${mark}: ${schemaHtml(each, `${indent}  `)}\n`
  })
  return `{\n${lines.join('')}${indent}}`
}

/** `(1 to 255 characters)`, `(≥ 1)` */
function limitsOf({ format, minimum, maximum, minLength, maxLength }: ApiSchema): string {
  const limits = [
    format,
    // the largest id says nothing to a reader
    rangeOf(minimum, maximum === 2_147_483_647 ? undefined : maximum),
    rangeOf(minLength, maxLength, 'length '),
  ]
  const known = limits.filter((each) => each !== undefined && each !== '')
  return known.length === 0 ? '' : `(${known.join(', ')})`
}

function rangeOf(least: number | undefined, most: number | undefined, of = ''): string {
  if (least !== undefined && most !== undefined) return `${of}${least} to ${most}`
  if (least !== undefined) return `${of}≥ ${least}`
  return most === undefined ? '' : `${of}≤ ${most}`
}
