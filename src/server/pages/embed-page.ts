import { escapeHtml } from '#server/http/index.ts'
import { htmlStart } from '#shared/format/html-start.ts'

/** Shown in place of an embedded visualization that cannot be shown: one red alert, small enough for any frame. */
export function renderEmbedError(message: string): string {
  return `${htmlStart}
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Error · Sextant</title>
<script src="/static/embed-theme.js"></script>
<link rel="stylesheet" href="/static/pages.css">
<link rel="icon" type="image/svg+xml" href="/static/favicon.svg">
</head>
<body>
<main class="embedded">
<div class="summary" role="alert">Error: ${escapeHtml(message)}</div>
</main>
</body>
</html>
`
}
