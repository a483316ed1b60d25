import { describeVisualization } from '../visualization-suite.ts'

await describeVisualization('TABLE', import.meta.url)
