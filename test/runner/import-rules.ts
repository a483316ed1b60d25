import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot, runNode } from './step.ts'

export interface Cruise {
  /** our modules that dependency-cruiser has read */
  modules: string[]
  /** TypeScript files in the same folders */
  sources: string[]
  violations: string[]
}

interface CruiseReport {
  modules: { source: string }[]
  summary: { violations: { from: string; to: string; rule: { name: string; severity: string } }[] }
}

const folders = ['src', 'test']
/** Below this share of the files the tool has read too little to prove anything, as happens without its parser. */
export const minShareRead = 0.9

/** Applies .dependency-cruiser.cjs to everything. Throws when the tool itself fails. */
export async function cruise(): Promise<Cruise> {
  const tool = 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'
  const run = await runNode([
    tool,
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'json',
    ...folders,
  ])
  const start = run.output.indexOf('{')
  if (start < 0) throw new Error(`dependency-cruiser said nothing usable:\n${run.output}`)
  const report = JSON.parse(run.output.slice(start)) as CruiseReport
  return {
    modules: report.modules.map((module) => module.source).filter((source) => isSource(source)),
    sources: folders.flatMap(sourcesBelow),
    violations: report.summary.violations
      .filter((violation) => violation.rule.severity === 'error')
      .map((violation) => `${violation.rule.name}: ${violation.from} -> ${violation.to}`),
  }
}

const isSource = (path: string): boolean =>
  /\.tsx?$/.test(path) && folders.some((folder) => path.startsWith(`${folder}/`))

function sourcesBelow(folder: string): string[] {
  return readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => isSource(path) && !path.endsWith('.d.ts'))
}
