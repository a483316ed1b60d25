import { htmlStart } from '#shared/format/html-start.ts'
/** A container and its scripts; data arrives through a port. `crossorigin` keeps the text of script errors. */
export function renderCustomChartPage(scripts: readonly string[]): string {
  return `${htmlStart}
<meta name="robots" content="noindex">
<title>Custom chart</title>
<style>html, body, #chart { height: 100%; margin: 0 } body { overflow: hidden } #chart { overflow: auto }</style>
</head>
<body>
<div id="chart"></div>
${scripts.map((script) => `<script crossorigin="anonymous" src="${script}"></script>`).join('\n')}
</body>
</html>
`
}
