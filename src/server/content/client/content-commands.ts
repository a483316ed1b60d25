import { createTwoFilesPatch } from 'diff'
import type { ContentResult } from '#shared/content/content-api.ts'
import { type ContentObject, contentKey } from '#shared/content/content-objects.ts'
import { hashOfContent } from '../read-object.ts'
import { fromFiles, type ReadFiles, toFiles } from './content-files.ts'
import { BadFolder, changeFolder, pathsOf, readFolder, readKnown, writeKnown } from './content-folder.ts'
import { InstanceRefused, openInstance } from './content-http.ts'
import { type Known, planContent, planPull, type Step } from './plan-content.ts'

export interface ContentCommandNeeds {
  folder: string
  url: string
  key: string
  /** a line of the result */
  out(line: string): void
  /** progress and problems */
  say(line: string): void
}

/** Whether the error is one line for the user. */
export const isForUser = (error: unknown): error is Error =>
  error instanceof BadFolder || error instanceof InstanceRefused

async function open({ folder, url, key }: ContentCommandNeeds) {
  const instance = openInstance(url, key)
  const files = await readFolder(folder)
  const read = fromFiles(files)
  const known = await readKnown(folder, instance.origin)
  return { instance, files, read, known }
}

/** Prints the problems of the files; returns whether there are any. */
function sayProblems(
  { problems }: ReadFiles,
  { folder, say }: Pick<ContentCommandNeeds, 'folder' | 'say'>,
): boolean {
  for (const { path, problem } of problems) say(`${folder}/${path}: ${problem}`)
  return problems.length > 0
}

/** Checks all files of a folder without an instance. */
export async function validateFolder(needs: Omit<ContentCommandNeeds, 'url' | 'key'>): Promise<number> {
  const read = fromFiles(await readFolder(needs.folder))
  if (sayProblems(read, needs)) return 1
  const missing = missingReferences(read.filed.map(({ object }) => object))
  for (const line of missing) needs.say(line)
  needs.out(`${count(read.filed.length, 'object')} in ${needs.folder}.`)
  return 0
}

/** Names of queries and visualizations that are not in the folder: they must be in the instance. */
function missingReferences(objects: readonly ContentObject[]): string[] {
  const queries = new Set(objects.flatMap((one) => (one.kind === 'query' ? [one.id] : [])))
  const visualizations = new Set(
    objects.flatMap((one) => (one.kind === 'query' ? one.visualizations.map(({ id }) => id) : [])),
  )
  const note = (what: string) => `${what}, which is not in the folder: it must be in the instance.`
  return objects.flatMap((object) => {
    if (object.kind === 'alert' && !queries.has(object.query))
      return [note(`The alert "${object.name}" is on the query ${object.query}`)]
    if (object.kind !== 'dashboard') return []
    const gone = object.widgets.flatMap(({ visualization }) =>
      visualization !== null && !visualizations.has(visualization) ? [visualization] : [],
    )
    return gone.map((id) => note(`The dashboard "${object.name}" shows the visualization ${id}`))
  })
}

/** Writes what the instance has into the folder. */
export async function pull(needs: ContentCommandNeeds, overwrites: boolean): Promise<number> {
  const { instance, files, read, known } = await open(needs)
  if (sayProblems(read, needs)) return 1
  const { objects, syntaxes } = await instance.pull()
  const here = read.filed.map(({ object }) => object)
  const plan = planPull(here, objects, known, overwrites)
  const filed = toFiles(plan.write, { paths: pathsOf(read), syntaxes })
  const { written, removed } = await changeFolder(needs.folder, files, filed, plan.remove)
  await writeKnown(needs.folder, instance.origin, plan.known)
  for (const path of written) needs.out(`wrote ${path}`)
  for (const path of removed) needs.out(`removed ${path}`)
  for (const key of plan.conflicts)
    needs.say(`${key} was changed here and there: the file stays. Pull with --overwrite to replace it.`)
  needs.out(
    `${count(objects.length, 'object')} in ${instance.origin}; ${count(written.length, 'file')} written.`,
  )
  return plan.conflicts.length > 0 ? 1 : 0
}

/** Prints how the files of the instance differ from those of the folder. */
export async function diff(needs: ContentCommandNeeds): Promise<number> {
  const { instance, read } = await open(needs)
  if (sayProblems(read, needs)) return 1
  const { objects, syntaxes } = await instance.pull()
  const there = toFiles(objects, { paths: pathsOf(read), syntaxes })
  // the same writer on both sides, so that a file that a person wrote differs only in its content
  const here = toFiles(
    read.filed.map(({ object }) => object),
    { paths: pathsOf(read), syntaxes: { ...syntaxesIn(read), ...syntaxes } },
  )
  const paths = [...new Set([...there.files.keys(), ...here.files.keys()])].sort()
  for (const path of paths) {
    const [left, right] = [there.files.get(path), here.files.get(path)]
    if (left === right) continue
    const names = [
      left === undefined ? '/dev/null' : `there/${path}`,
      right === undefined ? '/dev/null' : path,
    ]
    const patch = createTwoFilesPatch(names[0] ?? '', names[1] ?? '', left ?? '', right ?? '')
    needs.out(patch.replace(/^=+\n/, '').trimEnd())
  }
  return 0
}

/** The file of a text tells its syntax. */
function syntaxesIn({ filed }: ReadFiles): Record<string, string> {
  return Object.fromEntries(
    filed.flatMap(({ object, paths }) =>
      object.kind === 'query' ? [[object.id, paths[1]?.split('.').at(-1) ?? 'sql'] as const] : [],
    ),
  )
}

export interface PushOptions {
  isDryRun: boolean
  deletes: boolean
  overwrites: boolean
}

/** `plan` and `push`: shows each change, and writes them in one transaction unless it is a dry run. */
export async function push(needs: ContentCommandNeeds, options: PushOptions): Promise<number> {
  const { instance, read, known } = await open(needs)
  if (sayProblems(read, needs)) return 1
  const { objects: there } = await instance.pull()
  const here = new Map(read.filed.map(({ object }) => [contentKey(object), object]))
  const steps = planContent([...here.values()], there, known)
  const changes = steps.flatMap((step) => {
    const object = here.get(contentKey(step))
    if (object === undefined || step.step === 'same') return []
    const is_older = step.step === 'there'
    return [{ base: step.base, object: JSON.stringify(object), ...(is_older ? { is_older } : {}) }]
  })
  const deletions = steps
    .filter(({ step }) => step === 'delete' && options.deletes)
    .map(({ kind, id, base }) => ({ kind, id, base }))
  const { is_applied, results } = await instance.push({
    ...{ is_dry_run: options.isDryRun, overwrites: options.overwrites, changes, deletions },
  })
  report(needs, steps, results, options)
  const problems = results.filter(({ problem }) => problem !== undefined)
  if (is_applied) await writeKnown(needs.folder, instance.origin, knownAfter(known, there, here, results))
  if (problems.length > 0) needs.say('Nothing was written.')
  return problems.length > 0 ? 1 : 0
}

const signs: Readonly<Record<ContentResult['outcome'], string>> = {
  ...{ created: '+', updated: '~', deleted: '-', unchanged: '=', conflict: '!', refused: '!', left: ' ' },
}

function report(
  { out, say }: ContentCommandNeeds,
  steps: readonly Step[],
  results: readonly ContentResult[],
  { isDryRun, deletes }: PushOptions,
): void {
  const fieldsOf = new Map(steps.map((step) => [contentKey(step), step.fields]))
  const verbs = isDryRun ? ['to create', 'to update', 'to delete'] : ['created', 'updated', 'deleted']
  for (const result of results) {
    const { kind, name, outcome, problem } = result
    const fields = outcome === 'updated' ? (fieldsOf.get(contentKey(result)) ?? []) : []
    const more = fields.length > 0 ? ` (${fields.join(', ')})` : ''
    const line = `${signs[outcome]} ${kind} "${name}"${more}`
    if (outcome === 'left') out(`${line} was changed there; pull to have it.`)
    else if (problem === undefined) out(line)
    else say(`${line}: ${problem}`)
  }
  for (const { kind, name, step } of steps) {
    // a folder without groups leaves their access alone
    if (step === 'new there' && kind !== 'group') out(`  ${kind} "${name}" is only there; pull to have it.`)
    if (step === 'delete' && !deletes)
      out(`  ${kind} "${name}" is not in the folder; --delete would delete it.`)
  }
  const amount = (outcome: ContentResult['outcome']) =>
    results.filter((one) => one.outcome === outcome).length
  const [created, updated, deleted] = verbs
  out(`${amount('created')} ${created}, ${amount('updated')} ${updated}, ${amount('deleted')} ${deleted}.`)
}

/** After a push: everything that is equal on both sides. */
function knownAfter(
  known: Known,
  there: readonly ContentObject[],
  here: ReadonlyMap<string, ContentObject>,
  results: readonly ContentResult[],
): Known {
  const after: Record<string, string> = { ...known }
  for (const object of there) {
    const mine = here.get(contentKey(object))
    if (mine !== undefined && hashOfContent(mine) === hashOfContent(object))
      after[contentKey(object)] = hashOfContent(object)
  }
  for (const result of results) {
    const mine = here.get(contentKey(result))
    if (result.outcome === 'left') continue
    if (result.outcome === 'deleted') delete after[contentKey(result)]
    else if (mine !== undefined) after[contentKey(result)] = hashOfContent(mine)
  }
  return after
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`
}
