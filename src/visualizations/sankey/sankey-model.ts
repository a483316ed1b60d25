import { plural, t } from '#shared/messages/translate.ts'
import { cellLabel, cellOf, columnType, hasColumn } from '../parts/cell-values.ts'
import { colorsOfType, d3Category20 } from '../parts/colors.ts'
import { wholePart } from '../parts/whole-part.ts'
import type { HostSettings, Row, VisualizationData } from '../visualization.ts'

/** A Sankey has no options but `color_scheme`; others that are stored are kept. */
export type SankeyOptions = Readonly<Record<string, unknown>>

export interface SankeyNode {
  name: string
  /** 1 for the first stage */
  level: number
  /** sum of its incoming or outgoing links, whichever is larger */
  value: number
  /** empty for exits */
  color: string
  /** an exit, where paths end: takes space but is not drawn */
  hidden: boolean
}

export interface SankeyLink {
  /** indexes into `nodes` */
  source: number
  target: number
  value: number
  hidden: boolean
}

export interface SankeyFlows {
  kind: 'flows'
  /** by level, then by descending value; the exit of a level comes last */
  nodes: readonly SankeyNode[]
  /** by descending value */
  links: readonly SankeyLink[]
  /** sentences about what the chart leaves out */
  notes: readonly string[]
}

/** A chart, or a sentence that says what is missing for one. */
export type SankeyModel = SankeyFlows | { kind: 'message'; text: string }

export const valueColumn = 'value'
const maxStages = 5
/** More links would be slow to draw, and unreadable. */
export const maxLinks = 1000
/** The name of exits, where paths end; they are not drawn (docs/reference/other-visualizations.md#sankey). */
const exitName = t('Exit')

/** Flows between the stages that the rows name (docs/reference/other-visualizations.md#sankey). */
export function sankeyModel(
  data: VisualizationData,
  options: SankeyOptions,
  settings: HostSettings,
): SankeyModel {
  const missing = missingFor(data)
  if (missing !== null) return { kind: 'message', text: missing }
  const found = foundFlows(data, settings)
  const links = [...found.links.values()].filter(({ value }) => value > 0)
  if (links.length === 0) {
    return { kind: 'message', text: t('There is nothing to draw: no row has a value of 1 or more.') }
  }
  return arranged(found, links, colorsOfType(options.color_scheme, d3Category20))
}

/** Names of the stage columns: the first five but the value, sorted by name. */
export function stageColumns(data: VisualizationData): string[] {
  const names = data.columns.map(({ name }) => name).filter((name) => name !== valueColumn)
  return names.sort().slice(0, maxStages)
}

function missingFor(data: VisualizationData): string | null {
  if (!hasColumn(data, valueColumn)) {
    return t(
      'A Sankey needs a column named value with numbers, and at least two more columns with the stages, such as stage1 and stage2.',
    )
  }
  if (stageColumns(data).length < 2) {
    return t('Besides value, a Sankey needs at least two columns with the stages, such as stage1 and stage2.')
  }
  return data.rows.length === 0 ? t('There is nothing to draw: the result has no rows.') : null
}

interface FoundNode {
  name: string
  level: number
}

interface FoundLink {
  source: FoundNode
  target: FoundNode
  value: number
}

interface FoundFlows {
  nodes: readonly FoundNode[]
  links: ReadonlyMap<string, FoundLink>
  rowsWithoutNumber: number
}

/** Adds up the links of all rows. A node is identified by its text and level; texts are not parsed as numbers. */
function foundFlows(data: VisualizationData, settings: HostSettings): FoundFlows {
  const stages = stageColumns(data)
  const types = stages.map((stage) => columnType(data, stage))
  const nameOf = (row: Row, level: number) => {
    const stage = stages[level - 1]
    const label = stage === undefined ? '' : cellLabel(cellOf(row, stage), types[level - 1], settings)
    return label || exitName
  }
  const nodes = new Map<string, FoundNode>()
  const links = new Map<string, FoundLink>()
  const nodeAt = (name: string, level: number): [string, FoundNode] => {
    const key = `${level} ${name}`
    const node = nodes.get(key) ?? { name, level }
    nodes.set(key, node)
    return [key, node]
  }
  let rowsWithoutNumber = 0
  for (const row of data.rows) {
    const value = wholePart(cellOf(row, valueColumn))
    if (value === null) {
      rowsWithoutNumber++
      continue
    }
    for (let level = 1; level <= stages.length; level++) {
      const name = nameOf(row, level)
      if (name === exitName && level > 1) break
      const [sourceKey, source] = nodeAt(name, level)
      const [targetKey, target] = nodeAt(nameOf(row, level + 1), level + 1)
      const key = JSON.stringify([sourceKey, targetKey])
      const link = links.get(key) ?? { source, target, value: 0 }
      link.value += value
      links.set(key, link)
    }
  }
  return { nodes: [...nodes.values()], links, rowsWithoutNumber }
}

function arranged(found: FoundFlows, links: readonly FoundLink[], palette: readonly string[]): SankeyFlows {
  const colors = colorsOf(found.nodes, palette)
  const values = valuesOf(links)
  const sorted = links.toSorted((one, other) => other.value - one.value)
  const kept = sorted.slice(0, maxLinks)
  const ends = new Set(kept.flatMap(({ source, target }) => [source, target]))
  const nodes = found.nodes
    .filter((node) => ends.has(node))
    .toSorted(
      (one, other) =>
        one.level - other.level ||
        Number(isExit(one)) - Number(isExit(other)) ||
        (values.get(other) ?? 0) - (values.get(one) ?? 0),
    )
  const indexOf = new Map(nodes.map((node, index) => [node, index]))
  return {
    kind: 'flows',
    nodes: nodes.map((node) => ({
      name: node.name,
      level: node.level,
      value: values.get(node) ?? 0,
      color: isExit(node) ? '' : (colors.get(node) ?? ''),
      hidden: isExit(node),
    })),
    links: kept.map(({ source, target, value }) => ({
      source: indexOf.get(source) ?? -1,
      target: indexOf.get(target) ?? -1,
      value,
      hidden: isExit(source) || isExit(target),
    })),
    notes: notesOf(found, sorted, kept),
  }
}

function isExit({ name }: FoundNode): boolean {
  return name === exitName
}

/** Nodes with the same first word share a color; colors are assigned in order of appearance. */
function colorsOf(nodes: readonly FoundNode[], palette: readonly string[]): ReadonlyMap<FoundNode, string> {
  const ofWord = new Map<string, string>()
  const colors = new Map<FoundNode, string>()
  for (const node of nodes) {
    if (isExit(node)) continue
    const word = node.name.split(' ', 1)[0] ?? ''
    const color = ofWord.get(word) ?? palette[ofWord.size % palette.length] ?? ''
    ofWord.set(word, color)
    colors.set(node, color)
  }
  return colors
}

/** The value of each node: its incoming or outgoing sum, whichever is larger. */
function valuesOf(links: readonly FoundLink[]): ReadonlyMap<FoundNode, number> {
  const incoming = new Map<FoundNode, number>()
  const outgoing = new Map<FoundNode, number>()
  const add = (sums: Map<FoundNode, number>, node: FoundNode, value: number) =>
    sums.set(node, (sums.get(node) ?? 0) + value)
  for (const { source, target, value } of links) {
    add(outgoing, source, value)
    add(incoming, target, value)
  }
  const nodes = new Set([...incoming.keys(), ...outgoing.keys()])
  return new Map([...nodes].map((node) => [node, Math.max(incoming.get(node) ?? 0, outgoing.get(node) ?? 0)]))
}

function notesOf(found: FoundFlows, links: readonly FoundLink[], kept: readonly FoundLink[]): string[] {
  const notes: string[] = []
  const isShown = ({ source, target }: FoundLink) => !isExit(source) && !isExit(target)
  const [shown, all] = [kept.filter(isShown).length, links.filter(isShown).length]
  if (shown < all) notes.push(t('Showing the {shown} largest of {all} flows.', { shown, all }))
  const flat = [...found.links.values()].filter((link) => link.value <= 0 && isShown(link)).length
  if (flat > 0) {
    notes.push(
      plural(flat, {
        one: '{count} flow with a sum below 1 is not drawn.',
        other: '{count} flows with a sum below 1 are not drawn.',
      }),
    )
  }
  const { rowsWithoutNumber } = found
  if (rowsWithoutNumber > 0)
    notes.push(
      plural(rowsWithoutNumber, {
        one: '{count} row without a number in value is left out.',
        other: '{count} rows without a number in value are left out.',
      }),
    )
  return notes
}
