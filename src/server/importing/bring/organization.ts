import { configuredLogins, insertOrganization } from '#server/identity/index.ts'
import type { Config, Db } from '#server/kernel/index.ts'
import { changeSettings } from '#shared/organizations/change-settings.ts'
import { organizationDefaults } from '#shared/organizations/organization-settings.ts'
import { ImportRefused } from '../import-refused.ts'
import { objectOf, textOf } from '../redash/fields.ts'
import type { Redash } from '../redash/read-redash.ts'
import { type Bringing, note } from './bring-kind.ts'
import { findOrganization, type Item, listItems, saveItems, storeSettings } from './bring-store.ts'

/** The organization here; an instance that is not set up becomes that of the Redash. */
export async function organizationHere(
  db: Db,
  { organization }: Pick<Redash, 'organization'>,
): Promise<number> {
  const found = await findOrganization(db)
  if (found !== null) return found.id
  const id = await insertOrganization(db, textOf(organization, 'name', 255) || 'Redash')
  if (id === null) throw new ImportRefused('This instance is being set up at this moment. Try again.')
  return id
}

/** Everything that Redash has stored and that exists here. Consent to usage data was given to others, so it does not come. */
function settingsOf({ organization }: Redash): Map<string, unknown> {
  const settings = objectOf(organization, 'settings') ?? {}
  const found = new Map(Object.entries(objectOf(settings, 'settings') ?? {}))
  const domains = settings['google_apps_domains']
  if (Array.isArray(domains) && domains.length > 0) found.set('auth_google_apps_domains', domains)
  found.delete('beacon_consent')
  return found
}

/** A setting that was chosen here, before or after an earlier import, stays. */
export async function bringSettings(bringing: Bringing, config: Config): Promise<void> {
  const { db, orgId, redash, options, report } = bringing
  const place = { org_id: orgId, origin: redash.origin, kind: 'setting' }
  const known = await listItems(db, place)
  const items: Item[] = []
  for (const [name, value] of settingsOf(redash)) {
    if (!Object.hasOwn(organizationDefaults, name)) {
      report.count('setting', 'left_out')
      note(bringing, 'setting', { id: name }, 'There is no such setting here.')
      continue
    }
    if (value === null) continue
    const hash = Buffer.from(JSON.stringify(value))
    const before = known.get(name)
    const present = (await findOrganization(db))?.settings ?? {}
    const isChosenHere =
      Object.hasOwn(present, name) && before?.our_hash?.toString() !== JSON.stringify(present[name])
    if (before?.their_hash.equals(hash)) report.count('setting', 'same')
    else if (isChosenHere && !options.overwrite)
      report.count('setting', before === undefined ? 'here_before' : 'kept')
    else {
      const changed = changeSettings(present, { [name]: value }, configuredLogins(config))
      if (!changed.ok) {
        report.count('setting', 'left_out')
        note(bringing, 'setting', { id: name }, `Its value cannot come: ${String(changed.fault.reason)}.`)
        continue
      }
      await storeSettings(db, orgId, changed.stored)
      report.count('setting', before === undefined ? 'new' : 'changed')
      items.push({ their_key: name, our_id: null, their_hash: hash, our_hash: hash })
    }
  }
  await saveItems(db, place, items)
}
