// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { withoutOutside } from './html-image.ts'

describe('SVG of cells in an exported image', () => {
  it('contains no external references', () => {
    const page = document.createElement('div')
    page.innerHTML = `<svg fill="url(#own)">
      <image href="https://other.example/1.png"/><image xlink:href="//other.example/2.png"/>
      <rect style="fill: URL( 'https://other.example/3#a')"/><rect mask="u\\72l(//other.example/4)"/>
      <rect style="mask-image: image-set('https://other.example/5' 1x)"/>
      <image href="data:image/png;base64,AAAA"/><path href="#own" fill='url("#own")' d="M0 0L1 1"/>
    </svg>`
    const drawn = page.querySelector('svg')
    if (!drawn) throw new Error('There is no image.')
    const markup = withoutOutside(drawn).outerHTML
    expect(markup).not.toContain('other.example')
    for (const kept of ['fill="url(#own)"', 'data:image/png;base64,AAAA', 'href="#own"', 'd="M0 0L1 1"']) {
      expect(markup).toContain(kept)
    }
    expect(drawn.querySelector('path')?.getAttribute('fill')).toBe('url("#own")')
  })

  it('contains no scripts', () => {
    const markup =
      '<svg xmlns="http://www.w3.org/2000/svg"><script>hacked()</script><rect onclick="hacked()"/><g/></svg>'
    const drawn = new DOMParser().parseFromString(markup, 'image/svg+xml').documentElement
    expect(withoutOutside(drawn as unknown as SVGSVGElement).outerHTML).not.toContain('hacked')
    expect(drawn.querySelector('g')).not.toBeNull()
  })
})
