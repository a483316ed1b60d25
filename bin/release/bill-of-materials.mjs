import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm } from '../launcher/npm.mjs'
import { inProject } from '../launcher/project.mjs'

/**
 * A software bill of materials (CycloneDX, JSON) of everything that a release contains: the packages of the lock file
 * that are not only for development, built in or beside, and the Node that comes along. `belongs` tells whether the
 * package of a lock entry is of the release's platform.
 */
export function writeBillOfMaterials(path, { lock, nodeVersion, belongs }) {
  const format = ['--sbom-format=cyclonedx', '--sbom-type=application']
  const text = npm(['sbom', '--omit=dev', '--package-lock-only', ...format], 'Listing the packages')
  const bill = JSON.parse(text)
  const others = Object.entries(lock.packages).filter(([, entry]) => entry.optional && !belongs(entry))
  const left = new Set(others.map(([at, { version }]) => `${packageName(at)}@${version}`))
  bill.metadata.component.name = 'sextant'
  bill.components = bill.components.filter((one) => !left.has(one['bom-ref']))
  bill.components.push({
    ...{ 'bom-ref': `node@${nodeVersion}`, type: 'application', name: 'node', version: nodeVersion },
    purl: `pkg:generic/node@${nodeVersion}`,
    licenses: [{ license: { id: 'MIT' } }],
  })
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => !left.has(ref))
    .map((one) => ({ ...one, dependsOn: one.dependsOn?.filter((ref) => !left.has(ref)) }))
  writeFileSync(path, `${JSON.stringify(bill, null, 2)}\n`)
}

const packageName = (at) => at.slice(at.lastIndexOf('node_modules/') + 'node_modules/'.length)

const licenseFile = /^(licen[cs]e|copying|notice)/i

/** The licenses of all packages that are not only for development, each text once. */
export function writeLicenses(path, lock) {
  const byText = new Map()
  for (const [at, { version, license, dev }] of Object.entries(lock.packages)) {
    if (at === '' || dev) continue
    const texts = licenseTexts(inProject(at))
    for (const text of texts.length === 0 ? [`License: ${license ?? 'see the package'}`] : texts)
      byText.set(text, [...(byText.get(text) ?? []), `${packageName(at)} ${version}`])
  }
  const parts = [...byText].map(([text, names]) => `${names.join(', ')}\n\n${text}`)
  const rule = `\n\n${'-'.repeat(80)}\n\n`
  writeFileSync(path, `Sextant contains or uses these packages:\n\n${parts.join(rule)}\n`)
}

/** None if the package is of another platform, and so not installed. */
function licenseTexts(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && licenseFile.test(entry.name))
      .map((entry) => readFileSync(join(folder, entry.name), 'utf8').trim())
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    return []
  }
}
