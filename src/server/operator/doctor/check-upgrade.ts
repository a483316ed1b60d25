import { NewerSchema } from '#server/kernel/index.ts'
import type { InstanceContext } from '../commands/command.ts'
import { listTableSizes } from './doctor-store.ts'
import { type Finding, failure } from './finding.ts'
import { planUpgrade } from './upgrade-plan.ts'

/** What an upgrade to this version will do to the database, which may have the schema of any earlier one. */
export async function checkUpgrade({ db, schema }: InstanceContext): Promise<Finding[]> {
  try {
    const missing = await schema.missing()
    return planUpgrade(missing, await listTableSizes(db))
  } catch (error) {
    if (!(error instanceof NewerSchema)) throw error
    return [
      failure(
        'upgrade',
        error.message,
        'A schema cannot go back: run the newer version, or restore a backup.',
      ),
    ]
  }
}
