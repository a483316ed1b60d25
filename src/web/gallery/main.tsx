import '@mantine/core/styles.css'
import '../ui/theme.css'
import { MantineProvider } from '@mantine/core'
import { getInstanceByDom } from 'echarts/core'
import { createRoot } from 'react-dom/client'
import type { GalleryCase } from '#visualizations/gallery-case.ts'
import { imageFile } from '#visualizations/image-file.ts'
import { findVisualizationType } from '#visualizations/registry.ts'
import { cssVariables, theme } from '../ui/theme.ts'
import { dataOf } from './datasets.ts'
import { Gallery } from './gallery.tsx'
import { measureVisualization } from './measure-visualization.tsx'

const modules = import.meta.glob<{ gallery: readonly GalleryCase[] }>('../../visualizations/*/*-gallery.ts', {
  eager: true,
})
const cases = Object.values(modules).flatMap(({ gallery }) => gallery)

window.chartOfCase = (title) => {
  const figure = document.querySelector(`[data-case="${CSS.escape(title)}"]`)
  const box = figure?.querySelector<HTMLElement>('[_echarts_instance_]')
  return box ? getInstanceByDom(box) : undefined
}

window.imageOfCase = async (title, format) => {
  const box = document.querySelector<HTMLElement>(`[data-case="${CSS.escape(title)}"] [data-box] > div`)
  if (box === null) throw new Error(`There is no visualization ${title}.`)
  return imageFile(box, format)
}

window.measureVisualization = measureVisualization

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no element #root.')
const asked = new URLSearchParams(location.search)
const [type, titles] = [asked.get('type'), asked.getAll('case')]
const shown = cases.filter(
  (one) => (!type || one.type === type) && (titles.length === 0 || titles.includes(one.title)),
)
const isNew = asked.get('colors') === 'new'
const visualizations = await Promise.all(
  shown.map(async (one) => ({
    shown: isNew ? { ...one, options: { ...(await newOptions(one.type)), ...one.options } } : one,
    data: await dataOf(one),
  })),
)

/** What a new visualization of the type starts with: `?colors=new` shows the colors of these. */
async function newOptions(kind: string): Promise<object> {
  const visualization = await findVisualizationType(kind)?.load()
  return visualization?.suggest?.({ columns: [], rows: [] }) ?? {}
}

const forced = asked.get('theme')

createRoot(root).render(
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariables}
    defaultColorScheme="auto"
    {...(forced === null ? {} : { forceColorScheme: forced === 'dark' ? 'dark' : 'light' })}
  >
    <Gallery visualizations={visualizations} place={asked.get('place') === 'page' ? 'page' : 'widget'} />
  </MantineProvider>,
)
