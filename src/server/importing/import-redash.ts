import type { Config, Db, Secrets } from '#server/kernel/index.ts'
import { alerts, bringFavorites, bringGrants, bringSubscriptions } from './bring/alerts.ts'
import { type Bringing, bringKind, type ImportOptions } from './bring/bring-kind.ts'
import { findAdmin, findOrganization, lockImports } from './bring/bring-store.ts'
import { bringDashboards } from './bring/dashboards.ts'
import { bringSettings, organizationHere } from './bring/organization.ts'
import { bringMembers, groups, users } from './bring/people.ts'
import { queries, snippets, visualizations } from './bring/queries.ts'
import { createReport, type ImportReport } from './bring/report.ts'
import { bringSourceLinks, dataSources, destinations } from './bring/sources.ts'
import { ImportRefused } from './import-refused.ts'
import { saveHost } from './old-links/old-link-store.ts'
import type { Redash } from './redash/read-redash.ts'
import { startLists } from './start-lists.ts'

export interface ImportNeeds {
  db: Db
  config: Config
  secrets: Secrets
  /** called before each phase */
  say(phase: string): void
}

export interface ImportRequest extends ImportOptions {
  /** does everything, and then undoes it */
  dryRun: boolean
  /** the host name of links to it, if `redash` does not know it */
  oldHost?: string | undefined
}

interface Phase {
  name: string
  run(bringing: Bringing, config: Config): Promise<void>
}

/** In the order in which one refers to another. Each is one transaction: an import that was stopped goes on with the next. */
const phases: readonly Phase[] = [
  {
    name: 'settings, groups and users',
    async run(bringing, config) {
      await bringSettings(bringing, config)
      await bringKind(bringing, groups)
      await bringKind(bringing, users)
      await bringMembers(bringing)
    },
  },
  {
    name: 'data sources',
    async run(bringing) {
      await bringKind(bringing, dataSources)
      await bringSourceLinks(bringing)
    },
  },
  {
    name: 'queries, visualizations and snippets',
    async run(bringing) {
      await bringKind(bringing, queries)
      await bringKind(bringing, visualizations)
      await bringKind(bringing, snippets)
    },
  },
  { name: 'dashboards', run: bringDashboards },
  {
    name: 'alerts and destinations',
    async run(bringing) {
      await bringKind(bringing, destinations)
      await bringKind(bringing, alerts)
      await bringSubscriptions(bringing)
    },
  },
  {
    name: 'favorites and permissions',
    async run(bringing) {
      await bringFavorites(bringing)
      await bringGrants(bringing)
    },
  },
]

/**
 * Brings what a Redash holds into this instance: what is new there, and what has changed there but not here. Throws
 * ImportRefused when nobody would be able to govern the instance.
 */
export async function importRedash(
  needs: ImportNeeds,
  redash: Redash,
  { dryRun, oldHost, ...options }: ImportRequest,
): Promise<ImportReport> {
  const report = createReport()
  if (redash.withheld.length > 0 && (await findOrganization(needs.db)) === null)
    throw new ImportRefused(
      'Set this instance up first: passwords of users do not come this way, so no user could log in afterwards.',
    )
  for (const one of redash.notes) report.note(one)
  for (const text of redash.withheld) report.note({ kind: 'not_given', id: '', name: '', text })
  for (const column of redash.unknown)
    report.note({
      kind: 'column',
      id: column,
      name: '',
      text: 'This version of Redash stores it, and it is not read.',
    })
  const shared = {
    redash,
    options,
    report,
    secrets: needs.secrets,
    isTrial: dryRun,
    ids: new Map(),
    sourceTypes: new Map(),
  }
  const runOne = async (db: Db, { name, run }: Phase) => {
    needs.say(name)
    const orgId = await organizationHere(db, redash)
    await lockImports(db, orgId)
    const bringing: Bringing = { ...shared, db, orgId, fallbackUserId: (await findAdmin(db, orgId)) ?? 0 }
    await run(bringing, needs.config)
    if ((await findAdmin(db, orgId)) === null)
      throw new ImportRefused(
        'Nothing was imported: this Redash has no active admin, so no user could govern this instance.',
      )
  }
  if (dryRun)
    await undone(needs.db, async (tx) => {
      for (const phase of phases) await runOne(tx, phase)
    })
  else for (const phase of phases) await needs.db.transaction().execute((tx) => runOne(tx, phase))
  if (!dryRun) {
    const orgId = await organizationHere(needs.db, redash)
    const host = oldHost ?? redash.host
    if (host !== null) await saveHost(needs.db, orgId, host.toLowerCase(), redash.origin)
    await startLists(needs, orgId)
  }
  return report.report()
}

class Undone extends Error {}

async function undone(db: Db, work: (tx: Db) => Promise<void>): Promise<void> {
  try {
    await db.transaction().execute(async (tx) => {
      await work(tx)
      throw new Undone()
    })
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  }
}
