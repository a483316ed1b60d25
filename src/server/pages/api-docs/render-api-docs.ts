import { escapeHtml, sextantMark } from '#server/http/index.ts'
import { htmlStart } from '#shared/format/html-start.ts'
import { currentLocale, t } from '#shared/messages/translate.ts'
import type { ApiContent, ApiDocument, ApiOperation } from './api-document.ts'
import { nameOf, schemaHtml } from './schema-html.ts'

interface ListedOperation extends ApiOperation {
  method: string
  path: string
}

/** The OpenAPI document as a page that needs no script: each endpoint opens to its fields, answers and refusals. */
export function renderApiDocs(document: ApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]): ListedOperation[] =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
  )
  const title = t('API reference')
  return `${htmlStart()}
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · Sextant</title>
<script src="/static/theme.js"></script>
<link rel="stylesheet" href="/static/api-docs/api-docs.css">
<link rel="icon" type="image/svg+xml" href="/static/favicon.svg">
</head>
<body>
<a class="skip" href="#content">${escapeHtml(t('Skip to the content'))}</a>
<header>
<a class="brand" href="/">${sextantMark}<span>Sextant</span></a>
<a href="/help/api">${escapeHtml(t('Help'))}</a>
<a href="/api/openapi.json">openapi.json</a>
</header>
<div class="columns">
<nav aria-label="${escapeHtml(t('Contents'))}">
<ul>${document.tags.map(({ name }) => `<li><a href="#subject-${name}">${subjectOf(name)}</a></li>`).join('')}<li><a href="#refusals">${escapeHtml(t('Common errors'))}</a></li><li><a href="#shapes">${escapeHtml(t('Shapes'))}</a></li></ul>
</nav>
<main id="content"${currentLocale() === 'en' ? '' : ' lang="en"'}>
<h1>${escapeHtml(title)}</h1>
<p>${inlineCode(document.info.description)}</p>
${document.tags.map(({ name }) => renderSubject(name, operations)).join('\n')}
${renderGeneralRefusals(document)}
${renderShapes(document)}
</main>
</div>
</body>
</html>
`
}

/** `data-sources`: Data sources */
function subjectOf(tag: string): string {
  const words = tag.replaceAll('-', ' ')
  return escapeHtml(words.charAt(0).toUpperCase() + words.slice(1))
}

function renderSubject(tag: string, operations: readonly ListedOperation[]): string {
  const own = operations.filter(({ tags }) => tags.includes(tag))
  return `<section>
<h2 id="subject-${tag}">${subjectOf(tag)}</h2>
${own.map(renderOperation).join('\n')}
</section>`
}

function renderOperation({ operationId, method, path, summary, ...rest }: ListedOperation): string {
  return `<details id="${operationId}">
<summary><span class="method ${method}">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code> <span class="what">${escapeHtml(summary)}</span></summary>
<div class="operation">
${rest.description
  .split('\n\n')
  .filter(Boolean)
  .map((text) => `<p>${inlineCode(text)}</p>`)
  .join('\n')}
${renderParameters(rest.parameters ?? [])}
${rest.requestBody === undefined ? '' : renderContent('Body', rest.requestBody.content, rest.requestBody.required ? '' : 'optional')}
${Object.entries(rest.responses).map(renderAnswer).join('\n')}
</div>
</details>`
}

/** Refusals that many endpoints have are explained once, at their own place. */
function renderAnswer([status, answer]: [string, ApiOperation['responses'][string]]): string {
  if ('$ref' in answer) {
    const name = nameOf(answer.$ref)
    return `<div class="refusal"><span class="status">${status}</span> <a href="#refusal-${name}">${name}</a></div>`
  }
  const { description, content = {} } = answer
  return status.startsWith('2')
    ? renderContent(`Answer ${status}`, content)
    : renderRefusal(status, description)
}

function renderParameters(parameters: NonNullable<ApiOperation['parameters']>): string {
  if (parameters.length === 0) return ''
  const rows = parameters.map(
    ({ name, in: place, required, schema }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${place}${required ? '' : ', optional'}</td><td class="shape">${schemaHtml(schema)}</td></tr>`,
  )
  return `<h3>Parameters</h3>\n<table><tbody>${rows.join('')}</tbody></table>`
}

function renderContent(title: string, content: ApiContent, note = ''): string {
  const entries = Object.entries(content)
  const shapes = entries.map(([media, { schema }]) => {
    const shape =
      schema === undefined || Object.keys(schema).length === 0
        ? ''
        : `<pre tabindex="0">${schemaHtml(schema)}</pre>`
    return `<p class="media">${escapeHtml(media)}</p>\n${shape}`
  })
  const heading = `<h3>${title}${note === '' ? '' : ` <small>${note}</small>`}</h3>`
  return `${heading}\n${shapes.length === 0 ? '<p class="media">no body</p>' : shapes.join('\n')}`
}

function renderRefusal(status: string, description: string): string {
  return `<div class="refusal"><span class="status">${status}</span>${refusalItems(description)}</div>`
}

/** `description`: one `- code: message` per line. */
function refusalItems(description: string): string {
  const items = description.split('\n').map((line) => `<li>${inlineCode(line.replace(/^- /, ''))}</li>`)
  return `<ul>${items.join('')}</ul>`
}

function renderGeneralRefusals({ components }: ApiDocument): string {
  const refusals = Object.entries(components.responses).map(
    ([name, { description }]) => `<h3 id="refusal-${name}">${name}</h3>\n${refusalItems(description)}`,
  )
  return `<section>
<h2 id="refusals">${escapeHtml(t('Common errors'))}</h2>
${refusals.join('\n')}
</section>`
}

function renderShapes({ components }: ApiDocument): string {
  const shapes = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<h3 id="shape-${escapeHtml(name)}">${escapeHtml(name)}</h3>\n<pre tabindex="0">${schemaHtml(schema)}</pre>`,
  )
  return `<section>
<h2 id="shapes">${escapeHtml(t('Shapes'))}</h2>
${shapes.join('\n')}
</section>`
}

function inlineCode(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}
