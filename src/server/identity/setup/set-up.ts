import { apiKeyColumns, type ServerContext } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { phrase } from '#shared/messages/phrase.ts'
import { faultsOfSetUp, type SetUpForm } from '#shared/session/set-up-form.ts'
import { randomKey } from '../users/api-key.ts'
import { hashPassword } from '../users/password.ts'
import { hasUsers, insertFirstUser } from './setup-store.ts'

/** Instances known to be set up: this never changes back, so it needs no further query. */
const known = new WeakSet<object>()

/** Does a user exist? Before that, every page redirects to `/setup`. */
export async function isSetUp({ db }: Pick<ServerContext, 'db'>): Promise<boolean> {
  if (known.has(db)) return true
  const done = await hasUsers(db)
  if (done) known.add(db)
  return done
}

/**
 * Creates the organization and its first admin; answers the user's id, or null when another request was first
 * (docs/reference/promises.md#s3). Refuses with `setup.invalid` and `errors: {field: message}`.
 */
export async function setUp(
  { db, secrets }: Pick<ServerContext, 'db' | 'secrets'>,
  form: SetUpForm,
): Promise<number | null> {
  if (await isSetUp({ db })) return null
  const errors = faultsOfSetUp(form)
  const [first] = Object.entries(errors)
  if (first !== undefined) {
    const [field, fault] = first
    throw refuse('setup.invalid', { reason: phrase('{field}: {fault}', { field, fault }), errors })
  }
  return await insertFirstUser(db, {
    name: form.name.trim(),
    email: form.email.trim().toLowerCase(),
    password_hash: await hashPassword(form.password),
    ...apiKeyColumns(secrets, randomKey()),
    org_name: form.org_name.trim(),
  })
}
