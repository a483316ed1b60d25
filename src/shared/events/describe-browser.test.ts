import { describe, expect, it } from 'vitest'
import { describeBrowser } from './describe-browser.ts'

describe('describeBrowser', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
      'PC / Windows 10 / Chrome 131',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.2903.51',
      'PC / Windows 10 / Edge 131',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
      'Mac / macOS 10.15 / Safari 17.4',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'PC / Linux / Firefox 133'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.2 Mobile/15E148 Safari/604.1',
      'iPhone / iOS 17.2 / Safari 17.2',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
      'Phone / Android 14 / Chrome 131',
    ],
    [
      'Mozilla/5.0 (Linux; Android 13; SM-X700) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/23.0 Chrome/115.0.0.0 Safari/537.36',
      'Tablet / Android 13 / Samsung Internet 23',
    ],
    [
      'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
      'PC / ChromeOS / Chrome 131',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64)', 'PC / Linux / Other'],
  ])('%s', (agent, expected) => {
    expect(describeBrowser(agent)).toBe(expected)
  })

  it('names programs as they name themselves', () => {
    expect(describeBrowser('curl/8.5.0')).toBe('curl 8.5.0')
    expect(describeBrowser('python-requests/2.31.0')).toBe('python-requests 2.31.0')
    expect(describeBrowser('node')).toBe('Other')
    expect(describeBrowser('=cmd|calc')).toBe('Other')
  })

  it('says so when the header is missing', () => {
    expect(describeBrowser(null)).toBe('Unknown')
    expect(describeBrowser('  ')).toBe('Unknown')
  })

  it('reads the longest header quickly', () => {
    expect(describeBrowser(`Mozilla/5.0 ${'Version/1 '.repeat(100_000)}`)).toBe('Other')
  })
})
