import { sanitizedFragment } from '../parts/safe-html.tsx'
import type { HostSettings, VisualizationData } from '../visualization.ts'
import classes from './map.module.css'
import { markerHtml, markerText } from './map-model.ts'
import type { MarkersOptions } from './map-options.ts'

export interface ContentSource {
  data: VisualizationData
  options: MarkersOptions
  settings: HostSettings
}

/** The template of people, sanitized, or the built-in content: values of the row as text, whatever they hold. */
export function markerContent(which: 'tooltip' | 'popup', row: number, source: ContentSource): Node {
  const { data, options, settings } = source
  const cells = data.rows[row] ?? {}
  const { template } = options[which]
  if (template !== '') return sanitizedFragment(markerHtml(template, cells))
  const { title, lines } = markerText(data, options, cells, settings)
  const content = document.createDocumentFragment()
  content.append(element('strong', title))
  if (which === 'tooltip' || lines.length === 0) return content
  const list = document.createElement('dl')
  list.className = classes.lines ?? ''
  for (const { name, value } of lines) {
    const line = document.createElement('div')
    line.append(element('dt', `${name}:`), element('dd', value))
    list.append(line)
  }
  content.append(list)
  return content
}

function element(name: string, text: string): HTMLElement {
  const created = document.createElement(name)
  created.textContent = text
  return created
}
