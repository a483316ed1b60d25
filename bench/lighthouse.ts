import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { npm } from '../bin/launcher/npm.mjs'
import { freePort } from '../test/test-postgres.ts'
import type { Report } from './figure.ts'
import { answers, benchUser, type SextantUnderBench } from './sextant-under-bench.ts'
import { storeDashboards } from './store-dashboards.ts'

const version = '13.5.0'
/** number of rounds, of which the median score (out of 100) counts, because other load affects a single run */
const rounds = 3
const limits = { performance: 90, accessibility: 100 }
const dashboardSize = 10

interface LighthouseResult {
  lhr: {
    categories: Readonly<Record<string, { score: number | null; auditRefs: { id: string }[] } | undefined>>
    audits: Readonly<Record<string, { score: number | null; title: string } | undefined>>
    runtimeError?: { message: string }
  }
}

interface LighthouseModule {
  default(url: string, flags: object, config?: object): Promise<LighthouseResult | undefined>
  desktopConfig: object
}

interface Scores {
  performance: number
  accessibility: number
  faults: string[]
}

/**
 * Lighthouse on home, lists, a dashboard and the login page: as a desktop, for which there is a promise, and as a
 * phone. Lighthouse (Apache-2.0) is not part of the product: SEXTANT_LIGHTHOUSE names a folder where it is installed,
 * otherwise this version is downloaded into .runtime.
 */
export async function benchLighthouse(sextant: SextantUnderBench, report: Report): Promise<void> {
  const { default: lighthouse, desktopConfig }: LighthouseModule = await import(lighthouseAddress())
  const [dashboard] = await storeDashboards(sextant, [dashboardSize])
  const browser = await startChromium()
  const measure = async (path: string, config: object | undefined): Promise<Scores> => {
    const flags = {
      ...{ port: browser.port, output: 'json', logLevel: 'error', disableStorageReset: true },
      onlyCategories: Object.keys(limits),
    }
    const result = await lighthouse(`${sextant.origin}${path}`, flags, config)
    if (result === undefined) throw new Error(`Lighthouse did not judge ${path}.`)
    return readScores(result)
  }
  try {
    await measurePage('the login page', '/login')
    await browser.logIn(sextant.origin)
    await measurePage('home', '/')
    await measurePage('the list of queries', '/queries')
    await measurePage('the list of dashboards', '/dashboards')
    await measurePage(`a dashboard of ${dashboardSize} widgets`, `/dashboards/${dashboard?.id}`)
  } finally {
    await browser.stop()
  }

  async function measurePage(what: string, path: string): Promise<void> {
    const found: Scores[] = []
    for (let round = 0; round < rounds; round++) found.push(await measure(path, desktopConfig))
    const phone = await measure(path, undefined)
    const performance = median(found.map((each) => each.performance))
    const accessibility = Math.min(...found.map((each) => each.accessibility))
    const faults = [...new Set(found.flatMap((each) => each.faults))]
    report({
      promise: 'P8',
      what: `Lighthouse, ${what}: performance (on a phone ${phone.performance})`,
      value: String(performance),
      promised: `>= ${limits.performance}`,
      ok: performance >= limits.performance,
    })
    report({
      promise: 'P8',
      what: `Lighthouse, ${what}: accessibility (on a phone ${phone.accessibility})${faults.length === 0 ? '' : `: ${faults.join('; ')}`}`,
      value: String(accessibility),
      promised: String(limits.accessibility),
      ok: accessibility >= limits.accessibility,
    })
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function readScores({ lhr }: LighthouseResult): Scores {
  if (lhr.runtimeError !== undefined) throw new Error(`Lighthouse: ${lhr.runtimeError.message}`)
  const scoreOf = (category: keyof typeof limits) => Math.round((lhr.categories[category]?.score ?? 0) * 100)
  const faults = (lhr.categories['accessibility']?.auditRefs ?? [])
    .map(({ id }) => lhr.audits[id])
    .filter((audit) => audit?.score === 0)
    .map((audit) => audit?.title ?? '')
  return { performance: scoreOf('performance'), accessibility: scoreOf('accessibility'), faults }
}

/** Address of the module, which is downloaded if missing. */
function lighthouseAddress(): string {
  const given = process.env['SEXTANT_LIGHTHOUSE']
  const folder = given ?? fileURLToPath(new URL(`../.runtime/lighthouse-${version}`, import.meta.url))
  const entry = join(folder, 'node_modules', 'lighthouse', 'core', 'index.js')
  if (!existsSync(entry)) {
    if (given !== undefined) throw new Error(`SEXTANT_LIGHTHOUSE holds no lighthouse: ${entry} is missing.`)
    const exact = ['--no-save', '--no-package-lock', '--ignore-scripts', '--prefix', folder]
    npm(['install', ...exact, `lighthouse@${version}`], 'Fetching Lighthouse')
  }
  return pathToFileURL(entry).href
}

interface RunningChromium {
  port: number
  /** logs in as the user who has set up the instance */
  logIn(origin: string): Promise<void>
  stop(): Promise<void>
}

/** Chromium with an open debugging port, which Lighthouse requires. */
async function startChromium(): Promise<RunningChromium> {
  const profile = await mkdtemp(join(tmpdir(), 'sextant-lighthouse-'))
  const port = await freePort()
  const child: ChildProcess = spawn(
    '/usr/bin/chromium',
    [
      ...[
        '--headless=new',
        '--no-sandbox',
        '--disable-gpu',
        '--no-first-run',
        '--disable-background-networking',
      ],
      ...[`--remote-debugging-port=${port}`, `--user-data-dir=${profile}`, 'about:blank'],
    ],
    { stdio: 'ignore' },
  )
  const ended = new Promise((resolve) => child.on('exit', resolve))
  const address = `http://127.0.0.1:${port}`
  await answers(`${address}/json/version`)
  return {
    port,
    async logIn(origin) {
      const browser = await chromium.connectOverCDP(address)
      const [context] = browser.contexts()
      const reply = await context?.request.post(`${origin}/login`, { data: benchUser })
      if (!reply?.ok()) throw new Error(`The login failed: ${reply?.status()}`)
      await browser.close()
    },
    async stop() {
      child.kill()
      await ended
      await rm(profile, { recursive: true, force: true })
    },
  }
}
