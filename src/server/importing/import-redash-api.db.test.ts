import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import { redashDatabase, redashSecretKey } from '#test/redash/redash-database.ts'
import { type ImportRequest, importRedash, withRedash, withRedashApi } from './index.ts'

let from: AppUnderTest
let url: string
let app: AppUnderTest
let empty: AppUnderTest
const closing: (() => Promise<unknown>)[] = []

const request: ImportRequest = { dryRun: false, overwrite: false, paused: false }
const adminKey = 'a'.repeat(8) + 'K'.repeat(32)

async function opened(options: Parameters<typeof appUnderTest>[0]): Promise<AppUnderTest> {
  const one = await appUnderTest(options)
  closing.push(() => one.close())
  return one
}

/** Our own server, filled from a Redash database, stands for Redash: it speaks the same API. */
beforeAll(async () => {
  from = await opened({ setUp: false })
  app = await opened({})
  empty = await opened({ setUp: false })
  const redash = await redashDatabase(26)
  closing.push(() => redash.close())
  await withRedash({ url: redash.url, secretKey: redashSecretKey }, (read) =>
    importRedash({ ...from.context, say: () => {} }, read, request),
  )
  url = await from.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

const bring = (into: AppUnderTest, changes: Partial<ImportRequest> = {}, key = adminKey, address = url) =>
  withRedashApi(
    { url: address, key },
    { config: into.context.config, say: () => {}, pause: async () => {} },
    (redash) => importRedash({ ...into.context, say: () => {} }, redash, { ...request, ...changes }),
  )

const notesOf = ({ notes }: Awaited<ReturnType<typeof bring>>) =>
  notes.map(({ kind, name, text }) => `${kind} ${name}: ${text}`)

it('brings through the API what the database gives, without secrets', async () => {
  const report = await bring(app)
  expect(report.counts).toEqual({
    setting: expect.objectContaining({ new: 7 }),
    ...{ group: { new: 2, here_before: 2 }, user: { new: 5 }, member: { new: 7 } },
    // a data source without a connector is not in its list
    ...{ data_source: { new: 3 }, access: { new: 4 } },
    ...{ query: { new: 9 }, visualization: { new: 11 }, snippet: { new: 1 } },
    ...{ dashboard: { new: 3 }, widget: { new: 4 }, public_link: { new: 1 } },
    ...{ destination: { new: 2 }, alert: { new: 2 }, subscription: { new: 3 }, permission: { new: 2 } },
  })
  expect(notesOf(report)).toEqual(
    expect.arrayContaining([
      expect.stringContaining('Passwords of users are not given'),
      'data_source Berths: Its secrets are not given: enter password.',
      'destination Radio: Its secrets are not given: enter password, url.',
    ]),
  )

  // keys, drafts of others, places on the grid, public links
  const ada = await app.withKey(adminKey).get('/api/session')
  expect(ada.json()).toMatchObject({ user: { name: 'Ada Quay' } })
  const { db } = app.context
  const users = db.selectFrom('users').where('name', 'in', ['Ada Quay', 'Ben Mole']).orderBy('name')
  const invited = { is_invitation_pending: true, password_hash: null }
  expect(await users.select(['name', 'is_invitation_pending', 'password_hash']).execute()).toEqual([
    { name: 'Ada Quay', ...invited },
    { name: 'Ben Mole', ...invited },
  ])
  const drafts = db.selectFrom('queries').where('name', '=', 'A draft').select(['is_draft', 'query_text'])
  expect(await drafts.execute()).toEqual([{ is_draft: true, query_text: 'select 1 as one' }])
  const admin = app.withKey(app.admin.api_key)
  const board = (await admin.get('/api/dashboards/harbour-today?legacy')).json()
  const theirs = (await from.withKey(adminKey).get('/api/dashboards/harbour-today?legacy')).json()
  const places = (of: { widgets: { options: { position: object } }[] }) =>
    of.widgets.map(({ options }) => options.position)
  expect(places(board)).toEqual(places(theirs))
  expect(
    (await app.anonymous.get(`/api/dashboards/public/${'t'.repeat(8)}${'P'.repeat(32)}`)).statusCode,
  ).toBe(200)

  // a data source without its password is paused; once completed, a second import leaves it alone
  const berths = db.selectFrom('data_sources').where('name', '=', 'Berths')
  const { id, pause_reason } = await berths.select(['id', 'pause_reason']).executeTakeFirstOrThrow()
  expect(pause_reason).toBe('Imported without its secrets: enter password.')
  const encrypted_options = app.context.secrets.seal({ host: 'new', password: 'given here' })
  await db.updateTable('data_sources').set({ encrypted_options }).where('id', '=', id).execute()
  const again = await bring(app, { overwrite: true })
  for (const { same, left_out, here_before, ...others } of Object.values(again.counts))
    expect(others).toEqual({})
  const kept = await berths.select('encrypted_options').executeTakeFirstOrThrow()
  expect(app.context.secrets.unseal(kept.encrypted_options)).toMatchObject({ password: 'given here' })
})

it('refuses what it cannot read whole', async () => {
  await expect(bring(empty)).rejects.toThrow('Set this instance up first: ')
  await expect(bring(empty, {}, 'b'.repeat(8) + 'K'.repeat(32))).rejects.toThrow(
    '--key: this is the key of ben@harbour.example, who is no admin.',
  )
  await expect(bring(empty, {}, 'wrong')).rejects.toThrow(/^--key: /)
  await expect(bring(empty, {}, adminKey, 'ftp://redash.example.com')).rejects.toThrow(
    '--url: an address such as',
  )
})
