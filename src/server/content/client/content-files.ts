import { Document, isMap, isScalar, parseDocument } from 'yaml'
import {
  type ContentDashboard,
  type ContentKind,
  type ContentObject,
  type ContentQuery,
  contentKey,
  nameOfContent,
} from '#shared/content/content-objects.ts'
import { readObject } from '../read-object.ts'

/** Files by path, relative to the folder, with `/`. */
export type Files = ReadonlyMap<string, string>

/** An object with the files that hold it; the first is its main file. */
export interface FiledObject {
  object: ContentObject
  paths: readonly string[]
}

export interface FileProblem {
  path: string
  problem: string
}

const folders: Readonly<Record<ContentKind, string>> = {
  group: 'groups',
  snippet: 'snippets',
  query: 'queries',
  dashboard: 'dashboards',
  alert: 'alerts',
}
const mainFile = 'query.yaml'
const endings: Readonly<Record<string, string>> = { sql: 'sql', json: 'json', yaml: 'yaml' }

/** Fields that are left out of files where they have this value. */
const defaults: Readonly<Record<string, unknown>> = {
  ...{ description: '', is_draft: false, tags: [], schedule: null, options: {} },
  ...{ dashboard_filters_enabled: false, destinations: [], rearm: null, visualization: null, text: '' },
}

const isDefault = (field: string, value: unknown) =>
  Object.hasOwn(defaults, field) && JSON.stringify(defaults[field]) === JSON.stringify(value)

const short = (record: object) =>
  Object.fromEntries(Object.entries(record).filter(([field, value]) => !isDefault(field, value)))

function write(value: object, comment?: (document: Document) => void): string {
  const document = new Document(value, { aliasDuplicateObjects: false })
  comment?.(document)
  return document.toString({ lineWidth: 0 })
}

/** What the files of an object are made with. */
export interface Naming {
  /** by `contentKey`, the main files of objects that are in the folder already: they keep their names */
  paths: ReadonlyMap<string, string>
  /** syntax of the text, by uuid of the query */
  syntaxes: Readonly<Record<string, string>>
}

/** The files of all objects. New ones are named after the object; of two that would be equal, one gets its id. */
export function toFiles(objects: readonly ContentObject[], { paths, syntaxes }: Naming): FiledFiles {
  const taken = new Set([...paths.values()].map((path) => path.toLowerCase()))
  const names = visualizationNames(objects)
  const files = new Map<string, string>()
  const filed: FiledObject[] = []
  for (const object of objects) {
    const path = paths.get(contentKey(object)) ?? freePath(object, taken)
    taken.add(path.toLowerCase())
    const own =
      object.kind === 'query'
        ? filesOfQuery(object, path, syntaxes[object.id])
        : [[path, textOf(object, names)]]
    for (const [at, text] of own as [string, string][]) files.set(at, text)
    filed.push({ object, paths: own.map(([at = '']) => at) })
  }
  return { files, filed }
}

export interface FiledFiles {
  files: Map<string, string>
  filed: FiledObject[]
}

function freePath(object: ContentObject, taken: ReadonlySet<string>): string {
  const slug = slugOf(nameOfContent(object)) || object.kind
  const pathFor = (name: string) =>
    object.kind === 'query' ? `queries/${name}/${mainFile}` : `${folders[object.kind]}/${name}.yaml`
  if (!taken.has(pathFor(slug))) return pathFor(slug)
  const id = object.kind === 'group' ? '' : object.id.slice(0, 8)
  for (let number = 1; ; number++) {
    const path = pathFor(
      [slug, id, number === 1 && id !== '' ? '' : String(number)].filter(Boolean).join('-'),
    )
    if (!taken.has(path)) return path
  }
}

/** Letters of all languages; safe as the name of a file everywhere. */
function slugOf(name: string): string {
  const words =
    name
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{Letter}\p{Number}]+/gu) ?? []
  return [...words.join('-')].slice(0, 60).join('').replace(/-+$/, '')
}

function visualizationNames(objects: readonly ContentObject[]): ReadonlyMap<string, string> {
  const queries = objects.filter((object): object is ContentQuery => object.kind === 'query')
  return new Map(
    queries.flatMap(({ name, visualizations }) =>
      visualizations.map((one) => [one.id, `${name} / ${one.name}`] as const),
    ),
  )
}

function filesOfQuery(query: ContentQuery, path: string, syntax = 'custom'): [string, string][] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const { kind: _, text, visualizations, ...fields } = query
  const textFile = `query.${endings[syntax] ?? 'txt'}`
  const used = new Set([mainFile, textFile])
  const named = visualizations.map((visualization) => {
    const slug = slugOf(visualization.name) || 'visualization'
    const file = used.has(`${slug}.yaml`) ? `${slug}-${visualization.id.slice(0, 8)}.yaml` : `${slug}.yaml`
    used.add(file)
    return { file, visualization }
  })
  const main = { ...short(fields), text: textFile, visualizations: named.map(({ file }) => file) }
  return [
    [path, write(main)],
    // exactly one line end more than the text has, because editors add one
    [folder + textFile, `${text}\n`],
    ...named.map(({ file, visualization }): [string, string] => [folder + file, write(short(visualization))]),
  ]
}

function textOf(object: Exclude<ContentObject, ContentQuery>, names: ReadonlyMap<string, string>): string {
  const { kind: _, ...fields } = object
  if (object.kind === 'group') return write({ name: object.id, data_sources: object.data_sources })
  if (object.kind !== 'dashboard') return write(short(fields))
  const widgets = object.widgets.map(short)
  return write({ ...short(fields), widgets }, (document) => commentWidgets(document, object, names))
}

/** Says which visualization it is, for people who read the file. */
function commentWidgets(
  document: Document,
  { widgets }: ContentDashboard,
  names: ReadonlyMap<string, string>,
) {
  for (const [place, { visualization }] of widgets.entries()) {
    const node = document.getIn(['widgets', place], true)
    const name = visualization === null ? undefined : names.get(visualization)
    const value = isMap(node) ? node.get('visualization', true) : undefined
    if (isScalar(value) && name !== undefined) value.comment = ` ${name.replaceAll(/\s+/g, ' ')}`
  }
}

export interface ReadFiles {
  filed: FiledObject[]
  problems: FileProblem[]
}

/** Reads all objects of a folder; a problem names the file and what is wrong. */
export function fromFiles(files: Files): ReadFiles {
  const filed: FiledObject[] = []
  const problems: FileProblem[] = []
  const seen = new Map<string, string>()
  for (const path of [...files.keys()].sort()) {
    const kind = kindOf(path)
    if (kind === null) continue
    try {
      const one = readOne(files, path, kind)
      const key = contentKey(one.object)
      const other = seen.get(key)
      if (other !== undefined) problems.push({ path, problem: `id: ${other} has the same id.` })
      else filed.push(one)
      seen.set(key, path)
    } catch (error) {
      if (!(error instanceof BadFile)) throw error
      problems.push({ path: error.path, problem: error.message })
    }
  }
  return { filed, problems }
}

class BadFile extends Error {
  readonly path: string
  constructor(path: string, message: string) {
    super(message)
    this.path = path
  }
}

/** The kind of object whose main file this is; null: another file. */
export function kindOf(path: string): ContentKind | null {
  const parts = path.split('/')
  if (parts[0] === folders.query) return parts.length === 3 && parts[2] === mainFile ? 'query' : null
  if (parts.length !== 2 || !path.endsWith('.yaml')) return null
  const found = Object.entries(folders).find(([, folder]) => folder === parts[0])
  return found === undefined ? null : (found[0] as ContentKind)
}

function readOne(files: Files, path: string, kind: ContentKind): FiledObject {
  const { fields, paths } =
    kind === 'query' ? readQuery(files, path) : { fields: readYaml(files, path), paths: [path] }
  const { name, ...rest } = fields
  const given = kind === 'group' ? { ...(name === undefined ? {} : { id: name }), ...rest } : fields
  const read = readObject({ ...withDefaults(kind, given), kind })
  if (read.ok) return { object: read.object, paths }
  throw new BadFile(path, kind === 'group' ? read.problem.replace(/^id:/, 'name:') : read.problem)
}

/** The fields that files leave out. */
function withDefaults(kind: ContentKind, given: Record<string, unknown>): Record<string, unknown> {
  const missing = { ...emptyFields[kind], ...given }
  if (kind === 'dashboard' && Array.isArray(missing['widgets']))
    missing['widgets'] = missing['widgets'].map((widget) => orAsIs(widget, emptyWidget))
  if (kind === 'query' && Array.isArray(missing['visualizations']))
    missing['visualizations'] = missing['visualizations'].map((one) => orAsIs(one, emptyVisualization))
  return missing
}

const orAsIs = (given: unknown, empty: object) =>
  typeof given === 'object' && given !== null && !Array.isArray(given) ? { ...empty, ...given } : given

export const emptyVisualization = { description: '', options: {} }
const emptyWidget = { visualization: null, text: '', options: {} }
/** What files may leave out. */
export const emptyFields: Readonly<Record<ContentKind, object>> = {
  group: { data_sources: {} },
  snippet: { description: '' },
  query: { ...emptyVisualization, is_draft: false, tags: [], schedule: null, visualizations: [] },
  dashboard: { is_draft: false, tags: [], dashboard_filters_enabled: false, options: {}, widgets: [] },
  alert: { options: {}, rearm: null, destinations: [] },
}

function readQuery(files: Files, path: string): { fields: Record<string, unknown>; paths: string[] } {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const fields = readYaml(files, path)
  const { text: textFile, visualizations = [] } = fields
  if (typeof textFile !== 'string')
    throw new BadFile(path, 'text: must be the name of the file with the text.')
  const beside = (field: string, name: unknown): string => {
    if (typeof name !== 'string' || name.includes('/') || !files.has(folder + name))
      throw new BadFile(path, `${field}: there is no file "${String(name)}" beside it.`)
    return folder + name
  }
  const textPath = beside('text', textFile)
  if (!Array.isArray(visualizations)) throw new BadFile(path, 'visualizations: must be a list of file names.')
  const parts = visualizations.map((name) => beside('visualizations', name))
  const text = (files.get(textPath) ?? '').replace(/\n$/, '')
  return {
    fields: { ...fields, text, visualizations: parts.map((part) => readYaml(files, part)) },
    paths: [path, textPath, ...parts],
  }
}

function readYaml(files: Files, path: string): Record<string, unknown> {
  const document = parseDocument(files.get(path) ?? '', { uniqueKeys: true })
  const [error] = document.errors
  if (error !== undefined) throw new BadFile(path, error.message.split('\n')[0] ?? '')
  let value: unknown
  try {
    value = document.toJS({ maxAliasCount: 50 })
  } catch (cause) {
    throw new BadFile(path, (cause as Error).message)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new BadFile(path, 'must hold fields, such as "name: …".')
  const odd = notJson(value, '')
  if (odd !== null) throw new BadFile(path, `${odd}: must be a value of JSON.`)
  return value as Record<string, unknown>
}

/** The path of a value that JSON does not have (`.nan`, `.inf`, a date, a binary); null if there is none. */
function notJson(value: unknown, path: string): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? null : path
  if (value === null || ['string', 'boolean'].includes(typeof value)) return null
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
  if (typeof value !== 'object' || !isPlain) return path
  for (const [key, field] of Object.entries(value)) {
    const odd = notJson(field, path === '' ? key : `${path}.${key}`)
    if (odd !== null) return odd
  }
  return null
}
