import { describe, expect, it } from 'vitest'
import { importCycles, type Manifest, weighAddition, weighPages, weighVisitorPage } from './measure-bundle.ts'

describe('measuring bundles', () => {
  const manifest: Manifest = {
    'index.html': { file: 'main.js', isEntry: true, imports: ['_shared.js'], css: ['main.css'] },
    '_shared.js': { file: 'shared.js', css: ['shared.css'] },
    'a/a-page.tsx': { file: 'a.js', src: 'a/a-page.tsx', imports: ['_shared.js', '_cycle.js'] },
    '_cycle.js': { file: 'cycle.js', imports: ['a/a-page.tsx'], css: ['main.css'] },
    'embed.html': { file: 'embed.js', isEntry: true, imports: ['_small.js'], css: ['main.css'] },
    '_small.js': { file: 'small.js', css: ['small.css'] },
    'a/lazy.tsx': { file: 'lazy.js', src: 'a/lazy.tsx', imports: ['_shared.js'] },
  }
  const sizes: Record<string, number> = {
    'main.js': 1,
    'shared.js': 10,
    'a.js': 100,
    'cycle.js': 1000,
    'lazy.js': 5,
    'embed.js': 3,
    'small.js': 30,
    'small.css': 700,
    'main.css': 7,
    'shared.css': 70,
  }
  const sizeOf = (file: string) => sizes[file] ?? Number.NaN

  it('counts every static import of a page once', () => {
    expect(weighPages(manifest, sizeOf)).toEqual([
      { page: 'main.tsx', scripts: 11, styles: 77 },
      { page: 'a/a-page.tsx', scripts: 1111, styles: 77 },
    ])
  })

  it('keeps the embedded page apart', () => {
    const page = 'embed.html'
    expect(weighVisitorPage(manifest, page, sizeOf)).toEqual({ page, scripts: 33, styles: 707 })
  })

  it('finds files that import each other', () => {
    expect(importCycles(manifest)).toEqual(['a/a-page.tsx -> _cycle.js -> a/a-page.tsx'])
  })

  it('counts only what a lazy part adds', () => {
    expect(weighAddition(manifest, 'a/a-page.tsx', 'a/lazy.tsx', sizeOf)).toMatchObject({ scripts: 5 })
  })
})
