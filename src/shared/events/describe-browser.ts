/** `PC / Windows 10 / Chrome 131`: device, system and program of a `User-Agent` header. */
export function describeBrowser(userAgent: string | null): string {
  if (userAgent === null || userAgent.trim() === '') return 'Unknown'
  const agent = userAgent.slice(0, maxRead)
  const program = programOf(agent)
  const system = systemOf(agent)
  if (system === null) return program
  return `${deviceOf(agent)} / ${system} / ${program}`
}

const maxRead = 500

/** The first match counts, so browsers that imitate others come first. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/\b(?:OPR|Opera|OPT)\/(\d+)/, 'Opera'],
  [/\bSamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/\bVivaldi\/(\d+)/, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/\bHeadlessChrome\/(\d+)/, 'Headless Chrome'],
  [/\b(?:Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/\bChromium\/(\d+)/, 'Chromium'],
  [/\bVersion\/(\d+(?:\.\d+)?)[^)]*\bSafari\//, 'Safari'],
]

function programOf(agent: string): string {
  for (const [pattern, name] of browsers) {
    const version = pattern.exec(agent)?.[1]
    if (version !== undefined) return `${name} ${version}`
  }
  // programs send name and version: `curl/8.5.0`, `python-requests/2.31`
  const [, name, version] = /^([\w.-]{1,40})\/(\d+(?:\.\d+){0,2})/.exec(agent) ?? []
  return name === undefined || name === 'Mozilla' ? 'Other' : `${name} ${version}`
}

function systemOf(agent: string): string | null {
  const apple = /\b(?:iPhone|iPad|iPod)\b.*?\bOS (\d+(?:_\d+)?)/.exec(agent)?.[1]
  if (apple !== undefined) return `iOS ${apple.replace('_', '.')}`
  const android = /\bAndroid(?: (\d+(?:\.\d+)?))?/.exec(agent)
  if (android !== null) return joined('Android', android[1])
  const windows = /\bWindows NT (\d+\.\d+)/.exec(agent)?.[1]
  if (windows !== undefined) return joined('Windows', windowsNames[windows])
  const mac = /\bMac OS X(?: (\d+(?:[._]\d+)?))?/.exec(agent)
  if (mac !== null) return joined('macOS', mac[1]?.replace('_', '.'))
  if (/\bCrOS\b/.test(agent)) return 'ChromeOS'
  return /\bLinux\b/.test(agent) ? 'Linux' : null
}

/** Newer versions also report 10.0. */
const windowsNames: Readonly<Record<string, string>> = { '6.1': '7', '6.2': '8', '6.3': '8.1', '10.0': '10' }

function deviceOf(agent: string): string {
  const apple = /\b(?:iPhone|iPad|iPod)\b/.exec(agent)?.[0]
  if (apple !== undefined) return apple
  if (/\bAndroid\b/.test(agent)) return /\bMobile\b/.test(agent) ? 'Phone' : 'Tablet'
  return /\bMacintosh\b/.test(agent) ? 'Mac' : 'PC'
}

function joined(name: string, version: string | undefined): string {
  return version === undefined ? name : `${name} ${version}`
}
