import { describeVisualization } from '../visualization-suite.ts'

await describeVisualization('CHART', import.meta.url)
