import { lstatSync, opendirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseDocument } from 'yaml'
import { whyNotFile } from '#server/kernel/index.ts'
import { ImportRefused } from '../import-refused.ts'
import type { Row } from '../redash/redash-store.ts'

const maxFiles = 50_000
const maxDepth = 20
const maxFileBytes = 5_000_000
const maxTotalBytes = 300_000_000
const maxNesting = 100

/** An export of another product, as files of YAML. */
export interface ExportedFile {
  /** relative, with `/` */
  path: string
  content: Row
}

/** The YAML files of a folder and its folders; links are not followed. Throws ImportRefused. */
export function readYamlFolder(folder: string): ExportedFile[] {
  const files: ExportedFile[] = []
  let totalBytes = 0
  const visit = (path: string, depth: number) => {
    if (depth > maxDepth) throw refused(path, `Folders are nested more than ${maxDepth} deep.`)
    const at = join(folder, path)
    const directory = opendirSync(at)
    try {
      for (let entry = directory.readSync(); entry !== null; entry = directory.readSync()) {
        const inside = path === '' ? entry.name : `${path}/${entry.name}`
        if (entry.isDirectory()) visit(inside, depth + 1)
        if (!entry.isFile() || !/\.ya?ml$/i.test(entry.name)) continue
        const { size } = lstatSync(join(folder, inside))
        totalBytes += size
        if (size > maxFileBytes) throw refused(inside, `The file has more than ${maxFileBytes} bytes.`)
        if (totalBytes > maxTotalBytes) throw refused('', `All files have more than ${maxTotalBytes} bytes.`)
        if (files.length >= maxFiles) throw refused('', `There are more than ${maxFiles} files.`)
        files.push({ path: inside, content: readYaml(inside, readFileSync(join(folder, inside), 'utf8')) })
      }
    } finally {
      directory.closeSync()
    }
  }
  try {
    visit('', 0)
  } catch (error) {
    if (error instanceof ImportRefused) throw error
    throw new ImportRefused(`${folder} cannot be read: ${whyNotFile(error)}.`, { cause: error })
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1))
}

const refused = (path: string, problem: string) =>
  new ImportRefused(path === '' ? problem : `${path}: ${problem}`)

/** Reads one document. Aliases are bounded: a hostile file could repeat them without end. */
function readYaml(path: string, text: string): Row {
  try {
    const document = parseDocument(text, { uniqueKeys: true, logLevel: 'silent' })
    const [problem] = document.errors
    if (problem !== undefined) throw problem
    const content: unknown = document.toJS({ maxAliasCount: 100 })
    if (typeof content !== 'object' || content === null || Array.isArray(content))
      throw new Error('it contains no fields')
    requireFlat(content, 0)
    return content as Row
  } catch (error) {
    const [line = ''] = (error as Error).message.split('\n')
    throw refused(path, `This is not the YAML of an export: ${line.slice(0, 200)}`)
  }
}

function requireFlat(value: unknown, depth: number): void {
  if (depth > maxNesting) throw new Error(`fields are nested more than ${maxNesting} deep`)
  if (typeof value !== 'object' || value === null) return
  for (const inner of Object.values(value)) requireFlat(inner, depth + 1)
}
