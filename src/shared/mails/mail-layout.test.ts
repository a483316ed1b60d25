import { expect, it } from 'vitest'
import { composeMail, type MailPart } from './mail-layout.ts'
import { mailTones } from './mail-style.ts'

const hostile = `<img src=x onerror=alert(1)>"'&`
const every = (text: string, href: string): MailPart[] => [
  { kind: 'heading', text, href },
  { kind: 'text', text },
  { kind: 'quiet', text },
  { kind: 'badge', text, tone: 'bad' },
  { kind: 'facts', facts: [{ label: text, value: text, href }] },
  { kind: 'code', text },
  { kind: 'button', text, href },
  { kind: 'address', href },
  { kind: 'table', headers: [text, text], rows: [[text, null]] },
]

it('escapes everything it shows, in texts and in addresses', () => {
  const { html } = composeMail({
    title: hostile,
    parts: every(hostile, `https://x/?${hostile}`),
    footer: hostile,
  })
  expect(html).not.toContain('<img')
  expect(html).not.toContain(`"'&`)
  expect(html.match(/&lt;img src=x onerror=alert\(1\)&gt;&quot;&#39;&amp;/g)?.length).toBeGreaterThan(10)
})

it('loads nothing: no images, style sheets, fonts or scripts', () => {
  const { html } = composeMail({ title: 'x', parts: every('x', 'https://x.example'), footer: 'x' })
  expect(html).not.toMatch(
    /<(img|script|link|iframe|object|video|audio)\b|url\(|@import|\bsrc=|\bbackground="/i,
  )
  expect(html).toContain('<meta name="color-scheme" content="light dark">')
})

it('says the same as text', () => {
  const { text } = composeMail({
    title: 'x',
    parts: [
      { kind: 'heading', text: 'Orders', href: 'https://x.example/1' },
      {
        kind: 'facts',
        facts: [
          { label: 'Query', value: 'All', href: 'https://x.example/2' },
          { label: 'n', value: '5' },
        ],
      },
      { kind: 'button', text: 'Open', href: 'https://x.example/3' },
      {
        kind: 'table',
        headers: ['n', 'text'],
        rows: [
          ['1', 'a\nb'],
          [null, 'x'.repeat(80)],
        ],
      },
    ],
    footer: 'Why',
  })
  expect(text).toBe(`Orders
https://x.example/1

Query: All (https://x.example/2)
n: 5

Open: https://x.example/3

n | text
1 | a b
null | ${'x'.repeat(59)}…

-- 
Why`)
})

it('badges are readable: white on each background has a contrast of at least 4.5', () => {
  const channel = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
  for (const color of Object.values(mailTones)) {
    const [red, green, blue] = [1, 3, 5].map((at) =>
      channel(Number.parseInt(color.slice(at, at + 2), 16) / 255),
    )
    const luminance = 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
    expect(1.05 / (luminance + 0.05), color).toBeGreaterThanOrEqual(4.5)
  }
})
