import type { ComposeOption, SankeySeriesOption, TooltipComponentOption } from 'echarts'
import type { Surroundings } from '../parts/echarts-canvas.tsx'
import { itemOf, itemTooltip } from '../parts/echarts-tooltip.ts'
import { visibleOn } from '../parts/visible-color.ts'
import { visualizationTextSize } from '../parts/visualization-theme.ts'
import { margin, nodeWidth, type PlacedNode, sankeyLayout } from './sankey-layout.ts'
import type { SankeyFlows, SankeyNode } from './sankey-model.ts'

type SankeyEchartsOption = ComposeOption<SankeySeriesOption | TooltipComponentOption>

const linkOpacity = 0.35
/** Items that are not connected to the one under the pointer keep this share of their opacity. */
const faded = 0.2

/**
 * The flows as an ECharts option. The layout of ECharts can neither spread nodes nor reserve space for exits, so each node
 * gets its position from `sankeyLayout`. The height of the series makes the scale of ECharts equal to ours.
 */
export function sankeyToEcharts(
  model: SankeyFlows,
  { theme, size }: Surroundings,
  textOf: (value: number) => string,
): SankeyEchartsOption {
  const layout = sankeyLayout(model, size)
  const drawn = model.nodes.flatMap((node, index) => (node.hidden ? [] : [{ node, index }]))
  const links = model.links.filter(({ hidden }) => !hidden)
  const height = layout.scale * largestColumn(model)
  const firstLevel = drawn[0]?.node.level ?? 1
  return {
    animation: false,
    backgroundColor: 'transparent',
    textStyle: { fontFamily: theme.fontFamily, fontSize: visualizationTextSize, color: theme.text },
    tooltip: itemTooltip(theme, (params) => tooltipLines(model, params, textOf)),
    series: [
      {
        type: 'sankey',
        left: margin,
        top: margin,
        width: layout.width,
        height,
        nodeWidth,
        nodeGap: 0,
        layoutIterations: 0,
        draggable: false,
        data: drawn.map(({ node, index }) => ({
          name: String(index),
          value: node.value,
          depth: node.level - firstLevel,
          ...placeOf(layout.nodes[index], layout.width, height),
          itemStyle: { color: visibleOn(node.color, theme.ground), opacity: 1, borderWidth: 0 },
          label: labelOf(node, layout.nodes[index]),
        })),
        links: links.map(({ source, target, value }) => ({
          source: String(source),
          target: String(target),
          value,
        })),
        label: {
          color: theme.text,
          fontSize: visualizationTextSize,
          textBorderColor: theme.ground,
          textBorderWidth: 3,
        },
        lineStyle: { color: 'source', opacity: linkOpacity, curveness: 0.5 },
        emphasis: { focus: 'adjacency', lineStyle: { opacity: 0.6 } },
        blur: {
          itemStyle: { opacity: faded },
          lineStyle: { opacity: linkOpacity * faded },
          label: { opacity: faded },
        },
      },
    ],
  }
}

/** The largest sum of visible nodes in a column: ECharts fits this column into the height. */
function largestColumn({ nodes }: SankeyFlows): number {
  const sums = new Map<number, number>()
  for (const { level, value, hidden } of nodes) if (!hidden) sums.set(level, (sums.get(level) ?? 0) + value)
  return Math.max(...sums.values())
}

function placeOf(placed: PlacedNode | undefined, width: number, height: number) {
  return placed ? { localX: placed.x / width, localY: placed.y / height } : {}
}

function labelOf(node: SankeyNode, placed: PlacedNode | undefined) {
  if (!placed?.label) return { show: false }
  const { side, width } = placed.label
  return {
    show: true,
    position: side,
    distance: 6,
    formatter: () => node.name,
    width,
    overflow: 'truncate' as const,
    ellipsis: '…',
  }
}

/** `source → target` of a link or the name of a node, and its value (docs/reference/other-visualizations.md#sankey). */
export function tooltipLines(
  model: SankeyFlows,
  params: unknown,
  textOf: (value: number) => string,
): string[] {
  const item = itemOf(params)
  if (!item) return []
  const { dataType, dataIndex } = item
  if (dataType === 'edge') {
    const link = model.links.filter(({ hidden }) => !hidden)[dataIndex]
    const [source, target] = [model.nodes[link?.source ?? -1], model.nodes[link?.target ?? -1]]
    return link && source && target ? [`${source.name} → ${target.name}`, textOf(link.value)] : []
  }
  const node = model.nodes.filter(({ hidden }) => !hidden)[dataIndex]
  return node ? [node.name, textOf(node.value)] : []
}
