/** Nothing but a box and its scripts: what it shows comes through a port. `crossorigin`: so that errors keep their text. */
export function renderCustomChartPage(scripts: readonly string[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
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
