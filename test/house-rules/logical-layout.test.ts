import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** Physical sides, which do not flip when a page reads from right to left. Centered is neutral. */
const sides =
  /^\s*(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)\b|(?:left|right):(?!\s*50%)|border-(?:top|bottom)-(?:left|right)-radius|(?:text-align|float|clear):\s*(?:left|right)\b)/
/** Four values are physical sides; only equal left and right values are neutral. */
const fourValues = /^\s*(?:margin|padding|inset|border-width):\s*(\S+) (\S+) (\S+) (\S+);/
const props =
  /(?:^|\s)(?:ml|mr|pl|pr)=[{"]|\bta="(?:left|right)"|\b(?:margin|padding|border)(?:Left|Right|-left|-right)\b/

/** Files that mean physical sides of the screen, and why. */
const physical: Readonly<Record<string, string>> = {
  'src/web/dashboards/grid/dashboard-grid.module.css': 'places are counted as pointers move: from the left',
  'src/visualizations/parts/map/map.module.css': 'west is at the left in every language',
  'src/visualizations/chart/chart.module.css': 'stands beside what is drawn on a canvas',
  'src/visualizations/chart/chart-tooltip.ts': 'stands beside what is drawn on a canvas',
  'src/visualizations/pivot/pivot-chart-tooltip.ts': 'stands beside what is drawn on a canvas',
  'src/visualizations/map/map-image.ts': 'reads what the map library has written',
  'src/web/editor/editor-theme.ts': 'code is read from left to right',
}

function physicalLines(text: string, isStyle: boolean): string[] {
  const lines = text.split('\n')
  return lines.filter((line) => {
    if (!isStyle) return props.test(line)
    const [, , end, , start] = fourValues.exec(line) ?? []
    return sides.test(line) || end !== start
  })
}

describe('layout names the start and the end of lines, not left and right', () => {
  const files = globSync('src/{web,visualizations}/**/*.{css,ts,tsx}').filter(
    (file) => !file.includes('.test.'),
  )

  it('in all files except those that mean the screen', () => {
    expect(files.length).toBeGreaterThan(500)
    const found = files
      .filter((file) => !Object.hasOwn(physical, file))
      .flatMap((file) =>
        physicalLines(readFileSync(file, 'utf8'), file.endsWith('.css')).map(
          (line) => `${file}: ${line.trim()}`,
        ),
      )
    expect(found).toEqual([])
  })

  it.each(Object.entries(physical))('%s still needs its exception (%s)', (file) => {
    expect(physicalLines(readFileSync(file, 'utf8'), file.endsWith('.css'))).not.toEqual([])
  })

  it('detects physical sides', () => {
    const styles =
      '  left: 0;\n  left: 50%;\n  padding: 0 1px 0 2px;\n  padding: 0 1px 0 1px;\n  text-align: right;'
    expect(physicalLines(styles, true)).toEqual([
      '  left: 0;',
      '  padding: 0 1px 0 2px;',
      '  text-align: right;',
    ])
    expect(physicalLines('  ml="auto"\n  ms="auto"\n  html="x"', false)).toEqual(['  ml="auto"'])
  })
})
