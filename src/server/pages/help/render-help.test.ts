import Markdown from 'markdown-it'
import { describe, expect, it } from 'vitest'
import { helpRenderer } from './render-help.ts'

const render = helpRenderer(Markdown)
const pictures = new Map([['pictures/a.svg', '<svg viewBox="0 0 1 1"><circle r="1"/></svg>\n']])
const html = (markdown: string) => render(markdown, pictures).html.trim()

describe('a page of the help', () => {
  it.each([
    ['[Charts](chart.md)', '<p><a href="/help/chart">Charts</a></p>'],
    ['[Axes](chart.md#the-axes)', '<p><a href="/help/chart#the-axes">Axes</a></p>'],
    ['[Start](index.md)', '<p><a href="/help/">Start</a></p>'],
    ['[Queries](/queries)', '<p><a href="/queries" target="_top">Queries</a></p>'],
    ['`Ctrl+Shift+F`', '<p><kbd>Ctrl</kbd>+<kbd>Shift</kbd>+<kbd>F</kbd></p>'],
    ['`a<b`', '<p><code>a&lt;b</code></p>'],
    ['<script>x</script>', '<p>&lt;script&gt;x&lt;/script&gt;</p>'],
    ['## Two words!', '<h2 id="two-words">Two words!</h2>'],
  ])('%j', (markdown, expected) => expect(html(markdown)).toBe(expected))

  it('contains its pictures with their text alternatives', () => {
    expect(html('![A "circle"](pictures/a.svg)')).toBe(
      '<figure class="picture"><svg role="img" aria-label="A &quot;circle&quot;" viewBox="0 0 1 1"><circle r="1"/></svg></figure>',
    )
    expect(() => html('![x](pictures/b.svg)')).toThrow('There is no picture docs/help/pictures/b.svg.')
  })

  it('returns its sections and the text of each, for the search', () => {
    const markdown =
      '![no word](pictures/a.svg)\n\nFirst **words**\nhere.\n\n## Part\n\n- one\n- `two`\n\n```\nselect 1\n```\n'
    expect(render(markdown, pictures).sections).toEqual([
      { id: '', title: '', text: 'First words here.' },
      { id: 'part', title: 'Part', text: 'one two select 1' },
    ])
  })
})
