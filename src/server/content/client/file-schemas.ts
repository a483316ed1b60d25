import { type ContentKind, ContentVisualization, contentShapes } from '#shared/content/content-objects.ts'
import { emptyFields, emptyVisualization } from './content-files.ts'

type Schema = Readonly<Record<string, unknown>>

/** JSON Schemas of the files, by the name of the schema's file: for editors, which complete and check as people type. */
export function fileSchemas(): Readonly<Record<string, Schema>> {
  const kinds = Object.keys(contentShapes) as ContentKind[]
  return Object.fromEntries([
    ...kinds.map((kind) => [`${kind}.schema.json`, schemaOf(kind)]),
    [
      'visualization.schema.json',
      schemaOfFile('visualization', ContentVisualization.properties, emptyVisualization),
    ],
  ])
}

function schemaOf(kind: ContentKind): Schema {
  const { kind: _, id, ...fields } = contentShapes[kind].properties
  if (kind === 'group') return schemaOfFile(kind, { name: id, ...fields }, emptyFields.group)
  if (kind !== 'query') return schemaOfFile(kind, { id, ...fields }, emptyFields[kind])
  // of a query, these are in files of their own
  const file = { type: 'string', description: 'the name of a file beside this one' }
  const parts = { text: file, visualizations: { type: 'array', items: file } }
  return schemaOfFile(kind, { id, ...fields, ...parts }, emptyFields.query)
}

function schemaOfFile(title: string, properties: Schema, optional: object): Schema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `A ${title} of Sextant`,
    type: 'object',
    additionalProperties: false,
    required: Object.keys(properties).filter((field) => !Object.hasOwn(optional, field)),
    properties: withoutMarks(properties),
  }
}

/** Without the library's own fields, which begin with `~`. */
function withoutMarks(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, field: unknown) => (key.startsWith('~') ? undefined : field)))
}
