import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { type AccountRow, accountMatrix, createChanged, otherRoutes, type Verdict } from './account-matrix.ts'
import { routeKey } from './all-endpoints.ts'
import { openBrowser } from './matrix-world.ts'

let app: AppUnderTest
beforeAll(async () => {
  app = await appUnderTest({
    config: {
      publicUrl: 'https://sextant.example.com',
      mailDefaultSender: 'sextant@example.com',
      newUsersPerHour: 1000,
    },
  })
})
afterAll(() => app?.close())

const plain = (route: string) => route.replace(':group', ':id').replace('members/:id', 'members/:user_id')

it('every route that changes accounts or groups has a row', () => {
  const routes = app.app.routeList
    .filter(({ method }) => !['GET', 'HEAD'].includes(method))
    .map(routeKey)
    .filter((route) => / \/api\/(users|groups|settings)\b/.test(route))
  const rows = [...new Set(accountMatrix.map(({ route }) => plain(route))), ...Object.keys(otherRoutes)]
  expect(rows.toSorted()).toEqual(routes.toSorted())
})

it('the documentation has the same table', () => {
  const file = fileURLToPath(new URL('../../docs/reference/api-administration.md', import.meta.url))
  const words: Record<Verdict, string> = {
    always: 'yes',
    'unless admins': 'not for administrators',
    never: 'no',
  }
  const lines = accountMatrix.map(
    ({ what, route, verdict }) => `| ${what} | \`${plain(route)}\` | ${words[verdict]} |`,
  )
  const documented = readFileSync(file, 'utf8').split('\n')
  expect(lines.filter((line) => !documented.includes(line))).toEqual([])
})

/** One call on a new account: its status, or the code of the refusal for lack of a proof. */
async function call(row: AccountRow, caller: Caller, isAdmins: boolean): Promise<string> {
  const changed = await createChanged(app, isAdmins)
  await row.prepare?.(app, changed)
  const [method, path = ''] = row.route.split(' ')
  const url = path
    .replace(':id', String(changed.user.id))
    .replace(':group', String(changed.group))
    .replace(':key_id', '999999')
    .replace(':session_id', '00000000-0000-4000-8000-000000000000')
  const reply = await caller.request(method as 'POST', url, row.body?.(app, changed))
  const { code } = reply.statusCode === 403 ? reply.json() : { code: null }
  return ['auth.session_needed', 'auth.prove_again'].includes(code) ? code : String(reply.statusCode)
}

async function staleBrowser(): Promise<Caller> {
  const browser = await openBrowser(app, app.admin)
  await app.context.db
    .updateTable('sessions')
    .set({ proved_at: new Date(Date.now() - 11 * 60_000) })
    .where('user_id', '=', app.admin.id)
    .execute()
  return browser
}

describe.each(accountMatrix)('$what', (row) => {
  const success = String(row.success ?? 200)
  const answers = (refusal: string): Record<Verdict, string[]> => ({
    always: [success, success],
    'unless admins': [success, refusal],
    never: [refusal, refusal],
  })

  it('needs an admin', async () => {
    expect(await call(row, app.anonymous, false)).toBe('401')
    expect(await call(row, await openBrowser(app, app.outsider), false)).toBe('403')
  })

  it.each([
    { who: "an admin's key", of: () => app.withKey(app.admin.api_key), refusal: 'auth.session_needed' },
    { who: 'an unattended browser', of: staleBrowser, refusal: 'auth.prove_again' },
  ])('by $who', async ({ of, refusal }) => {
    const caller = await of()
    const replies = [await call(row, caller, false), await call(row, caller, true)]
    expect(replies).toEqual(answers(refusal)[row.verdict])
  })

  it('is possible after a proof', async () => {
    const browser = await openBrowser(app, app.admin)
    expect([await call(row, browser, false), await call(row, browser, true)]).toEqual([success, success])
  })
})
