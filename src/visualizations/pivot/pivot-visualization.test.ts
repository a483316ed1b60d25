import { describeVisualization } from '../visualization-suite.ts'

await describeVisualization('PIVOT', import.meta.url)
