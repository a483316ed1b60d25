import { describe, expect, it } from 'vitest'
import { renderMarkdown } from './render-markdown.ts'

const html = (text: string) => renderMarkdown(text).trim()

describe('renderMarkdown', () => {
  it.each([
    ['# Title', '<h1>Title</h1>'],
    ['##Title', '<h2>Title</h2>'],
    ['Title\n=====', '<h1>Title</h1>'],
    ['*a* __b__ `c`', '<p><em>a</em> <strong>b</strong> <code>c</code></p>'],
    ['one\ntwo', '<p>one\ntwo</p>'],
    ['one  \ntwo', '<p>one<br>\ntwo</p>'],
    ['\\*a\\*', '<p>*a*</p>'],
    ['> said', '<blockquote>\n<p>said</p>\n</blockquote>'],
    ['---', '<hr>'],
    ['- a\n    - b', '<ul>\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>'],
    ['[docs](https://example.com)', '<p><a href="https://example.com">docs</a></p>'],
    ['<https://example.com>', '<p><a href="https://example.com">https://example.com</a></p>'],
    ['[docs][1]\n\n[1]: /docs', '<p><a href="/docs">docs</a></p>'],
    ['![a](/b.png)', '<p><img src="/b.png" alt="a"></p>'],
  ])('%j', (text, expected) => {
    expect(html(text)).toBe(expected)
  })

  it('shows HTML as text', () => {
    expect(html('<b onclick="x()">bold</b>')).toBe('<p>&lt;b onclick=&quot;x()&quot;&gt;bold&lt;/b&gt;</p>')
    expect(html('<script>alert(1)</script>')).toBe('<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>')
  })

  it('creates no link for a scheme that runs code', () => {
    expect(html('[x](javascript:alert(1))')).toBe('<p>[x](javascript:alert(1))</p>')
  })

  it.each(['| a |\n|---|\n| 1 |', '~~gone~~', 'see https://example.com', '#'])(
    'does not support %j',
    (text) => {
      expect(html(text)).not.toMatch(/<table|<s>|<a /)
    },
  )

  it('supports tables if they are allowed, with only text in cells', () => {
    const table = renderMarkdown('| a | b |\n|---|--:|\n| <i>1</i> | 2 |', { tables: true })
    expect(table).toContain('<th>a</th>')
    expect(table).toContain('&lt;i&gt;1&lt;/i&gt;')
    expect(table).toContain('<td style="text-align:right">2</td>')
    expect(renderMarkdown('~~kept~~', { tables: true }).trim()).toBe('<p>~~kept~~</p>')
  })

  it('leaves number signs alone that are no heading', () => {
    expect(html('a #b')).toBe('<p>a #b</p>')
    expect(html('    #code')).toBe('<pre><code>#code\n</code></pre>')
  })
})
