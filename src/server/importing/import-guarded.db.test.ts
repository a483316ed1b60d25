import { afterEach, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import { redashDatabase, redashSecretKey as secretKey } from '#test/redash/redash-database.ts'
import { importRedash, withRedash } from './index.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function open() {
  const app = await appUnderTest({})
  closing.push(() => app.close())
  const redash = await redashDatabase(10)
  closing.push(() => redash.close())
  return { app, redash, db: app.context.db }
}

const bring = (app: AppUnderTest, url: string) =>
  withRedash({ url, secretKey }, (redash) =>
    importRedash({ ...app.context, say: () => {} }, redash, {
      ...{ dryRun: false, overwrite: false, paused: false },
    }),
  )

const user = (app: AppUnderTest, name: string) =>
  app.context.db.selectFrom('users').where('name', '=', name).selectAll().executeTakeFirstOrThrow()

const textsOf = (notes: readonly { kind: string; text: string }[], kind: string) =>
  notes.filter((note) => note.kind === kind).map(({ text }) => text)

it('gives nothing to a user who has entered the address of an admin, until it is verified', async () => {
  const { app, redash, db } = await open()
  await app.context.db
    .insertInto('users')
    .columns(['org_id', 'name', 'email', 'is_email_verified', 'api_key_hash', 'encrypted_api_key'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .where('id', '=', app.admin.id)
        .select(({ val }) => [
          'org_id',
          val('Mallory').as('name'),
          val('ada@harbour.example').as('email'),
          val(false).as('is_email_verified'),
          val(Buffer.from('mallory')).as('api_key_hash'),
          'encrypted_api_key',
        ]),
    )
    .execute()
  const mallory = await user(app, 'Mallory')
  const groupsOf = () =>
    db.selectFrom('group_members').where('user_id', '=', mallory.id).select('group_id').execute()
  const owned = () => db.selectFrom('queries').where('user_id', '=', mallory.id).select('id').execute()

  const first = await bring(app, redash.url)
  expect(first.counts['user']).toEqual({ new: 4, left_out: 1 })
  expect(textsOf(first.notes, 'user').join()).toContain('has not verified it')
  expect([await groupsOf(), await owned()]).toEqual([[], []])

  await db.updateTable('users').set({ is_email_verified: true }).where('id', '=', mallory.id).execute()
  expect((await bring(app, redash.url)).counts['user']).toEqual({ same: 4, here_before: 1 })
  expect(await groupsOf()).not.toEqual([])
})

it('lets a later import make no admin of a user whose address is not verified', async () => {
  const { app, redash, db } = await open()
  await bring(app, redash.url)
  const ben = await user(app, 'Ben Mole')
  await db.updateTable('users').set({ is_email_verified: false }).where('id', '=', ben.id).execute()
  await redash.client.query(`update users set groups = groups || (select id from groups where name = 'admin')
    where name = 'Ben Mole'`)
  const { counts, notes } = await bring(app, redash.url)
  expect(counts['member']).toMatchObject({ left_out: 1 })
  expect(textsOf(notes, 'member')).toEqual([
    'Their address is not verified, so they did not join a group of administrators.',
  ])
})

it('makes no administrators of the members of a group that becomes one of administrators there', async () => {
  const { app, redash, db } = await open()
  await bring(app, redash.url)
  const permissionsOf = async () =>
    (await db.selectFrom('groups').select(['name', 'permissions']).orderBy('id').execute()).map((row) =>
      JSON.stringify(row),
    )
  const before = await permissionsOf()
  await redash.client.query(`update groups set permissions = permissions || '{admin,super_admin}'::text[]
    where name <> 'admin'`)
  const { notes } = await bring(app, redash.url)
  expect(await permissionsOf()).toEqual(before)
  expect(textsOf(notes, 'group').join()).toContain('another value of permissions')
})

it('changes no address of a user who is here, and goes on where one is taken', async () => {
  const { app, redash } = await open()
  await bring(app, redash.url)
  await redash.client.query(`update users set email = 'new@harbour.example' where name = 'Ben Mole'`)
  // another one takes the address that Ben keeps here
  await redash.client.query(`insert into users (org_id, name, email, api_key, created_at, updated_at)
    select org_id, 'Later', 'ben@harbour.example', 'later', now(), now() from users where name = 'Ada Quay'`)
  const { counts, notes } = await bring(app, redash.url)
  expect(counts['user']).toEqual({ same: 4, changed: 1, left_out: 1 })
  expect(await user(app, 'Ben Mole')).toMatchObject({ email: 'ben@harbour.example' })
  const texts = textsOf(notes, 'user').join()
  expect(texts).toContain('Redash has another value of email; the one here stays.')
  expect(texts).toContain('belongs to something else here')
})

it('names nobody as the author of a static value, also when a later import changes it', async () => {
  const { app, redash, db } = await open()
  const storeValue = (value: string) =>
    redash.client.query(
      `update widgets set options = jsonb_set(options::jsonb, '{parameterMappings}', $1::jsonb)::text
       where visualization_id is not null`,
      [JSON.stringify({ p: { name: 'p', mapTo: 'p', type: 'static-value', value, title: '' } })],
    )
  await storeValue('one')
  const first = await bring(app, redash.url)
  const authors = async () =>
    new Set(
      (await db.selectFrom('widgets').select('static_values_by').execute()).map((row) =>
        JSON.stringify(row.static_values_by),
      ),
    )
  expect(await authors()).toEqual(new Set(['{}']))
  expect(textsOf(first.notes, 'widget').join()).toContain('Redash does not say who stored them')
  await db
    .updateTable('widgets')
    .set({ static_values_by: JSON.stringify({ p: app.admin.id }) })
    .execute()
  await storeValue('two')
  await db.deleteFrom('widgets').where('visualization_id', 'is', null).execute()
  expect((await bring(app, redash.url)).counts['widget']?.changed).toBeGreaterThan(0)
  expect(await authors()).toEqual(new Set(['{}']))
})
