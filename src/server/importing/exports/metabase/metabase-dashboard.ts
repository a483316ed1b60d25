import { rowsIn } from '../../redash/api/download.ts'
import { numberOrNull, objectOf, textOf } from '../../redash/fields.ts'
import type { Row } from '../../redash/redash-store.ts'
import { idFor } from '../supply-rows.ts'

/** columns of the grid of Metabase for one of ours */
const columnsForOne = 4

/**
 * The widgets of a dashboard. Its tabs are placed one below the other, each under its name. `visualizations`: those that
 * show a question, by its id there. `tell` is called for what has no counterpart.
 */
export function widgetRows(
  dashboard: Row,
  visualizations: ReadonlyMap<string, number>,
  tell: (text: string) => void,
): Row[] {
  const dashboard_id = idFor('dashboard', textOf(dashboard, 'entity_id'))
  const cards = rowsIn(dashboard['dashcards'])
  const tabs = rowsIn(dashboard['tabs']).sort((a, b) => place(a, 'position') - place(b, 'position'))
  const rows: Row[] = []
  let top = 0
  for (const tab of tabs.length > 0 ? tabs : [null]) {
    const own = cards.filter((card) => tab === null || card['dashboard_tab_id'] === tab['entity_id'])
    if (tab !== null) {
      const text = `## ${textOf(tab, 'name', 255)}`
      rows.push(
        widget(
          dashboard_id,
          `tab ${textOf(tab, 'entity_id')}`,
          { text },
          { col: 0, row: top, sizeX: 6, sizeY: 1 },
        ),
      )
      top++
    }
    for (const card of own) {
      const content = contentOf(card, visualizations)
      if (typeof content === 'string') tell(content)
      else rows.push(widget(dashboard_id, textOf(card, 'entity_id'), content, positionOf(card, top)))
      if (rowsIn(card['series']).length > 0)
        tell('Of questions that are drawn over each other, only the first came.')
    }
    top += Math.max(0, ...own.map((card) => place(card, 'row') + place(card, 'size_y')))
  }
  return rows
}

const place = (row: Row, field: string): number => Math.max(numberOrNull(row, field) ?? 0, 0)

function widget(dashboard_id: number, id: string, content: object, position: object): Row {
  const options = { isHidden: false, position: { autoHeight: false, ...position } }
  return {
    id: idFor('widget', `${dashboard_id} ${id}`),
    dashboard_id,
    text: '',
    visualization_id: null,
    ...content,
    options,
  }
}

/** A sentence about what cannot come. */
function contentOf(card: Row, visualizations: ReadonlyMap<string, number>): object | string {
  const question = textOf(card, 'card_id')
  if (question !== '') {
    const visualization_id = visualizations.get(question)
    return visualization_id === undefined ? 'A question on it did not come.' : { visualization_id }
  }
  const settings = objectOf(card, 'visualization_settings') ?? {}
  const display = textOf(objectOf(settings, 'virtual_card') ?? {}, 'display')
  const text = textOf(settings, 'text', 100_000)
  if (display === 'heading') return { text: `## ${text}` }
  if (display === 'text') return { text }
  const url = textOf(objectOf(settings, 'link') ?? {}, 'url', 2000)
  return display === 'link' && url !== ''
    ? { text: `<${url}>` }
    : `A card of the kind "${display}" did not come.`
}

/** Both edges are scaled, not position and width, so that neighboring cards stay neighbors. */
function positionOf(card: Row, top: number) {
  const start = Math.min(Math.round(place(card, 'col') / columnsForOne), 5)
  const end = Math.round((place(card, 'col') + place(card, 'size_x')) / columnsForOne)
  return {
    col: start,
    row: top + place(card, 'row'),
    sizeX: Math.max(Math.min(end, 6) - start, 1),
    sizeY: Math.max(place(card, 'size_y'), 1),
  }
}
