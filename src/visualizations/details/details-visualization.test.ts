import { describeVisualization } from '../visualization-suite.ts'

await describeVisualization('DETAILS', import.meta.url)
