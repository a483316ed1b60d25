import { apiKeyColumns, type ServerContext } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { phrase } from '#shared/messages/phrase.ts'
import { faultsOfSetUp, type SetUpForm } from '#shared/session/set-up-form.ts'
import { hashPassword } from '../users/password.ts'
import { randomKey } from '../users/random-key.ts'
import { isSetUp } from './is-set-up.ts'
import { insertFirstUser } from './setup-store.ts'

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
