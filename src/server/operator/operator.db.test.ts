import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issueLinkToken } from '#server/identity/link-tokens/link-tokens.ts'
import type { Config } from '#server/kernel/config/config.ts'
import type { InstanceContext } from '#server/operator/commands/command.ts'
import { commandTree } from '#server/operator/commands/command-tree.ts'
import { readCommand } from '#server/operator/commands/read-command.ts'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import { createQuery } from '#test/factories.ts'
import { ownDatabaseOptions } from '#test/worker-under-test.ts'

let app: AppUnderTest
let folder: string
beforeAll(async () => {
  app = await appUnderTest({ config: { secretKey: 'a secret key that only tests use' } })
  folder = mkdtempSync(join(tmpdir(), 'sextant-operator-'))
})
afterAll(async () => {
  await app?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** settings that a test changes */
let config: Partial<Config> = {}
const nothing = () => Promise.reject(new Error('No command of these looks at the schema.'))

/** Runs a command on the database of this app and returns its lines. Throws its refusals. */
async function sextant(words: string[], secret = 'a good password'): Promise<string> {
  const lines: string[] = []
  const { db, pool, clock } = app.context
  const context: InstanceContext = {
    ...{ db, pool, config: { ...app.context.config, ...config }, clock, url: app.database.url },
    out: (line) => lines.push(line),
    say: (line) => lines.push(line),
    onInstance: (work) => work(context),
    isInUse: async () => false,
    schema: { known: nothing, missing: nothing, migrate: nothing, bringUpToDate: nothing },
    readSecret: async () => secret,
  }
  const asked = readCommand(commandTree, words)
  if (asked.kind === 'help' || asked.command.on !== 'instance') throw new Error('no command on an instance')
  await asked.command.run(context, asked.given)
  return lines.join('\n')
}
const logIn = (email: string, password: string) => app.anonymous.post('/login', { email, password })

describe('users', () => {
  it('are created with groups, listed, and can log in', async () => {
    await sextant(['groups', 'create', 'Analysts', '--permissions', 'view_query,execute_query'])
    expect(
      await sextant(['users', 'create', ' New@Example.com', 'New Person', '--groups', 'Analysts']),
    ).toMatch(/^Created user \d+\.$/)
    expect((await logIn('new@example.com', 'a good password')).statusCode).toBe(200)
    const users = JSON.parse(await sextant(['users', 'list', '--json'])) as Record<string, unknown>[]
    expect(users.at(-1)).toMatchObject({
      ...{
        email: 'new@example.com',
        name: 'New Person',
        groups: ['default', 'Analysts'],
        is_disabled: false,
      },
    })
    expect(JSON.stringify(users)).not.toMatch(/api_key|password/)
    expect(await sextant(['users', 'list'])).toMatch(
      /new@example\.com +New Person +active +default, Analysts$/,
    )
  })

  it('are not created with an address that another user can take back', async () => {
    const email = 'former@example.com'
    const outsider = (values: object) =>
      app.context.db.updateTable('users').set(values).where('id', '=', app.outsider.id).execute()
    await outsider({ is_address_new: true, proved_email: email })
    await expect(sextant(['users', 'create', email, 'A'])).rejects.toThrow('former@example.com')
    await outsider({ is_address_new: false, proved_email: null })
    expect(await sextant(['users', 'create', email, 'A'])).toContain('Created user')
  })

  it.each([
    [['users', 'create', 'nobody', 'A'], 'EMAIL: "nobody" is not an email address.'],
    [['users', 'create', 'a@example.com', ' '], 'NAME: from 1 to 320 characters are needed.'],
    [
      ['users', 'create', 'NEW@example.com', 'A'],
      'EMAIL: there is a user with the address new@example.com already.',
    ],
    [['users', 'create', 'a@example.com', 'A', '--groups', 'Pilots'], 'There is no group "Pilots".'],
    [['users', 'create', 'a@example.com', 'x'.repeat(321)], 'NAME: from 1 to 320 characters are needed.'],
    [['users', 'create-root', 'a@example.com', 'x'.repeat(321)], 'NAME: from 1 to 320 characters'],
    [['users', 'create-root', 'a@b.c', 'A', '--organization', ' '], '--organization: from 1 to 255'],
    [['data-sources', 'new', 'x'.repeat(256), '--type', 'pg'], 'NAME: from 1 to 255 characters are needed.'],
    [['data-sources', 'edit', 'A', '--name', ' '], '--name: from 1 to 255 characters are needed.'],
    [['organization', 'set', 'auth_password_login_enabled', 'false'], 'stays true: password login'],
    [['users', 'password', 'a@example.com'], 'There is no user with the address a@example.com.'],
    [['users', 'create-root', 'a@example.com', 'A'], 'This instance is set up already.'],
  ])('%j is refused', async (words, message) => {
    await expect(sextant(words)).rejects.toThrow(message)
  })

  it('get a new password, which ends their sessions; a short one is refused', async () => {
    const before = await app.as(app.member)
    expect((await before.get('/api/session')).statusCode).toBe(200)
    await expect(sextant(['users', 'password', app.member.email], 'short')).rejects.toThrow(
      'at least 6 characters',
    )
    await sextant(['users', 'password', app.member.email.toUpperCase()], 'another password')
    expect((await before.get('/api/session')).statusCode).toBe(401)
    expect((await logIn(app.member.email, app.member.password)).statusCode).toBe(400)
    expect((await logIn(app.member.email, 'another password')).statusCode).toBe(200)
  })

  it('can have a lost second factor removed', async () => {
    const { id: user_id, email, password } = app.outsider
    const factor = { encrypted_secret: app.context.secrets.seal({ totp: 'x' }), begun_at: new Date() }
    await app.database.db
      .insertInto('second_factors')
      .values({ user_id, ...factor, confirmed_at: new Date(), last_step: null })
      .execute()
    expect((await logIn(email, password)).json().code).toBe('auth.code_needed')
    expect(await sextant(['users', 'reset-second-factor', email])).toBe(
      `${email} has no second factor any more.`,
    )
    expect((await logIn(email, password)).statusCode).toBe(200)
    expect(await sextant(['users', 'reset-second-factor', email])).toBe(`${email} has no second factor.`)
  })

  it('are disabled and enabled; the only admin is neither disabled nor deleted', async () => {
    await sextant(['users', 'disable', app.viewer.email])
    expect((await logIn(app.viewer.email, app.viewer.password)).statusCode).toBe(400)
    expect((await app.withKey(app.viewer.api_key).get('/api/session')).statusCode).toBe(401)
    await sextant(['users', 'enable', app.viewer.email])
    // the old key stays invalid
    expect((await app.withKey(app.viewer.api_key).get('/api/session')).statusCode).toBe(401)
    expect((await logIn(app.viewer.email, app.viewer.password)).statusCode).toBe(200)
    for (const how of ['disable', 'delete']) {
      await expect(sextant(['users', how, app.admin.email])).rejects.toThrow('There would be no admin left')
    }
    // a user who can manage admins must remain
    await sextant(['groups', 'create', 'Office', '--permissions', 'admin'])
    await sextant(['users', 'create', 'office@example.com', 'Office', '--groups', 'Office'])
    await expect(sextant(['users', 'disable', app.admin.email])).rejects.toThrow('no admin left')
    expect(await sextant(['users', 'grant-admin', app.viewer.email])).toBe(
      `${app.viewer.email} is an admin now.`,
    )
    expect(await sextant(['users', 'grant-admin', app.viewer.email])).toContain('is an admin already')
    expect((await (await app.as(app.viewer)).get('/status.json')).statusCode).toBe(200)
  })

  it('end links that were handed over when they make an admin, and say that an address is not verified', async () => {
    const invite = async (email: string) => {
      const key = app.withKey(app.admin.api_key)
      const { id, invite_link } = (await key.post('/api/users?no_invite=1', { name: 'Grace', email })).json()
      return { id: id as number, path: new URL(invite_link).pathname }
    }
    const accept = async ({ path }: { path: string }) =>
      (await app.anonymous.post(path, { password: 'known to others' })).statusCode
    const invited = await invite('granted@example.com')
    expect(await sextant(['users', 'grant-admin', 'granted@example.com'])).toContain('no longer work')
    expect(await accept(invited)).toBe(400)
    const accepted = await invite('accepted@example.com')
    expect(await accept(accepted)).toBe(200)
    expect(await sextant(['users', 'grant-admin', 'accepted@example.com'])).toContain('is not verified')
    const member = await invite('in-a-group@example.com')
    await sextant(['groups', 'create', 'Promoted'])
    const { rows } = await app.context.pool.query("select id from groups where name = 'Promoted'")
    await app.withKey(app.admin.api_key).post(`/api/groups/${rows[0].id}/members`, { user_id: member.id })
    await sextant(['groups', 'change-permissions', 'Promoted', '--permissions', 'admin'])
    expect(await accept(member)).toBe(400)
    for (const { id } of [invited, accepted, member])
      await app.context.db.deleteFrom('users').where('id', '=', id).execute()
  })

  it.each(['password', 'disable'])('links sent before users %s no longer open the account', async (how) => {
    const { id: user_id, email } = app.viewer
    const link = { purpose: 'password_reset' as const, user_id, email }
    const token = await issueLinkToken(app.context.db, link, app.context.clock())
    expect((await app.anonymous.get(`/reset/${token}`)).statusCode).toBe(200)
    await sextant(['users', how, email])
    await sextant(['users', 'enable', email])
    expect((await app.anonymous.get(`/reset/${token}`)).statusCode).toBe(400)
  })

  it('are deleted when they own nothing', async () => {
    await createQuery(app.context, { user_id: app.member.id })
    await expect(sextant(['users', 'delete', app.member.email])).rejects.toThrow(
      /owns something \(queries: 1\)/,
    )
    await sextant(['users', 'delete', 'new@example.com'])
    expect(await sextant(['users', 'list'])).not.toContain('new@example.com')
  })
})

describe('groups', () => {
  it('are listed and given other permissions, but admin keeps its own', async () => {
    expect(await sextant(['groups', 'list'])).toMatch(/admin +builtin +\d+ +admin,super_admin/)
    expect(await sextant(['groups', 'change-permissions', 'Analysts', '--permissions', 'view_query'])).toBe(
      'Analysts: view_query',
    )
    await expect(
      sextant(['groups', 'change-permissions', 'admin', '--permissions', 'view_query']),
    ).rejects.toThrow('must keep the permission admin')
    await expect(sextant(['groups', 'create', 'B', '--permissions', 'fly'])).rejects.toThrow(
      '"fly" is not a permission',
    )
    await expect(sextant(['groups', 'create', ' '])).rejects.toThrow('NAME')
    await expect(sextant(['groups', 'create', 'Analysts '])).rejects.toThrow(
      'Group with the name Analysts already exists.',
    )
  })
})

describe('data sources', () => {
  it('are created from a file, tested, changed and listed without their options', async () => {
    const file = join(folder, 'options.json')
    writeFileSync(file, JSON.stringify(ownDatabaseOptions(app)))
    expect(await sextant(['data-sources', 'new', 'Own', '--type', 'pg', '--options-file', file])).toMatch(
      /^Created/,
    )
    expect(await sextant(['data-sources', 'test', 'Own'])).toBe('Own: works.')
    writeFileSync(file, JSON.stringify({ password: 'canary-password' }))
    await sextant(['data-sources', 'edit', 'Own', '--name', 'Ours', '--options-file', file])
    const refused = await sextant(['data-sources', 'test', 'Ours']).catch((error: Error) => error.message)
    expect(refused).toMatch(/^Ours: .*password/)
    const listed =
      (await sextant(['data-sources', 'list'])) + (await sextant(['data-sources', 'list', '--json']))
    expect(listed).toContain('Ours')
    expect(listed + refused).not.toContain('canary')
    expect(await sextant(['data-sources', 'list-types'])).toMatch(/^pg +PostgreSQL +.*dbname/m)
    expect(await sextant(['data-sources', 'delete', 'Ours'])).toMatch(/^Deleted data source \d+\.$/)
    expect(await sextant(['data-sources', 'list'])).not.toContain('Ours')
  })

  it('are refused with the field at fault', async () => {
    const file = join(folder, 'bad.json')
    writeFileSync(file, '{"password": "canary')
    const create = (...more: string[]) => sextant(['data-sources', 'new', 'B', ...more])
    await expect(create()).rejects.toThrow('--type is missing')
    await expect(create('--type', 'abacus')).rejects.toThrow('There is no data source type "abacus".')
    await expect(create('--type', 'pg')).rejects.toThrow(/options\.dbname/)
    await expect(create('--type', 'pg', '--options-file', file)).rejects.toThrow(
      /^--options-file: a JSON object is expected/,
    )
    writeFileSync(file, '{"dbname": "x", "pasword": "canary"}')
    await expect(create('--type', 'pg', '--options-file', file)).rejects.toThrow(
      /^--options-file: pg has no option "pasword"\. It has: .*dbname/,
    )
    await expect(create('--type', 'pg', '--options-file', '/nowhere')).rejects.toThrow(
      '--options-file: /nowhere cannot be read: no such file or directory.',
    )
    await expect(sextant(['data-sources', 'test', 'Nothing'])).rejects.toThrow(
      'There is no data source "Nothing".',
    )
  })
})

describe('queries', () => {
  it('get and lose tags, in a save with a version', async () => {
    const { id } = await createQuery(app.context, { user_id: app.admin.id, tags: ['a'] })
    expect(await sextant(['queries', 'add-tag', String(id), ' b '])).toBe('Tags: a, b')
    expect(await sextant(['queries', 'add-tag', String(id), 'b'])).toBe('Tags: a, b')
    expect(await sextant(['queries', 'remove-tag', String(id), 'a'])).toBe('Tags: b')
    const caller = await app.as(app.admin)
    expect((await caller.get(`/api/queries/${id}`)).json()).toMatchObject({ tags: ['b'], version: 3 })
    for (const wrong of ['0', 'x', '99999999', '99999999999'])
      await expect(sextant(['queries', 'add-tag', wrong, 'c'])).rejects.toThrow(`There is no query ${wrong}.`)
    await expect(sextant(['queries', 'add-tag', String(id), ' '])).rejects.toThrow('TAG')
  })
})

describe('organization', () => {
  const settings = async () => JSON.parse(await sextant(['organization', 'settings', '--json']))

  it('lists and changes settings, by the rules of the settings page', async () => {
    expect(await sextant(['organization', 'set', 'null_value', '–'])).toBe('null_value: "–"')
    const domains = ['organization', 'set', 'auth_google_apps_domains', '["example.com"]']
    expect(await sextant(domains)).toBe('auth_google_apps_domains: ["example.com"]')
    expect(await settings()).toMatchObject({ null_value: '–', auth_google_apps_domains: ['example.com'] })
    expect(await sextant(['organization', 'settings'])).toMatch(/^null_value +"–"$/m)
    expect(await sextant(['organization', 'set', 'null_value', 'null'])).toBe('null_value: "null"')
    expect(await sextant(['organization', 'set', 'auth_google_apps_domains', 'null'])).toMatch(/: \[\]$/)
    const { results } = (await app.withKey(app.admin.api_key).get('/api/events?object_type=settings')).json()
    expect(results[0]).toMatchObject({ user_name: 'sextant command', action: 'edit' })
  })

  it('enables password login again when the other login methods are broken', async () => {
    config = { googleClientId: 'id', googleClientSecret: 'secret' }
    try {
      await sextant(['organization', 'set', 'auth_password_login_enabled', 'false'])
      expect(await settings()).toMatchObject({ auth_password_login_enabled: false })
      const opened = await sextant(['organization', 'set', 'auth_password_login_enabled', 'true'])
      expect(opened).toBe('auth_password_login_enabled: true')
    } finally {
      config = {}
    }
  })

  it.each([
    [['no_setting', 'true'], 'SETTING: there is no setting "no_setting".'],
    [['__proto__', 'true'], 'SETTING: there is no setting "__proto__".'],
    [['hide_plotly_mode_bar', 'yes'], 'VALUE: hide_plotly_mode_bar takes true, false'],
    [['hide_plotly_mode_bar', '1'], 'hide_plotly_mode_bar: must be'],
    [['auth_google_apps_domains', '["no domain"]'], 'auth_google_apps_domains: must contain domains'],
    [['time_zone', 'Middle-earth'], 'time_zone: must be the name of a time zone'],
  ])('refuses %j', async (words, message) => {
    const before = await settings()
    await expect(sextant(['organization', 'set', ...words])).rejects.toThrow(message)
    expect(await settings()).toEqual(before)
  })
})

describe('what commands change', () => {
  it('is in the audit log', async () => {
    const { db } = app.context
    await db.deleteFrom('events').execute()
    const email = 'audited@example.com'
    await sextant(['users', 'create', email, 'Audited'])
    await sextant(['users', 'password', email], 'another password')
    await sextant(['users', 'grant-admin', email])
    await sextant(['users', 'disable', email])
    await sextant(['users', 'enable', email])
    await sextant(['groups', 'create', 'Auditors'])
    await sextant(['groups', 'change-permissions', 'Auditors', '--permissions', 'view_query'])
    await sextant(['users', 'delete', email])
    const events = await db
      .selectFrom('events')
      .select(['action', 'object_type', 'additional_properties'])
      // logins of earlier tests may reach the log later
      .where('actor_name', '=', 'sextant command')
      .where('user_id', 'is', null)
      .orderBy('id')
      .execute()
    expect(events.map(({ action, object_type }) => `${action} ${object_type}`)).toEqual([
      ...['create user', 'change_password user', 'add_member group', 'disable user', 'enable user'],
      ...['create group', 'edit group', 'delete user'],
    ])
    expect(events[1]?.additional_properties).toEqual({ command: 'users password' })
    expect(JSON.stringify(events)).not.toMatch(/another password|a good password/)
    const shown = (await app.withKey(app.admin.api_key).get('/api/events?action=disable')).json()
    expect(shown.results[0]).toMatchObject({ user_name: 'sextant command', object_type: 'user' })
  })
})

describe('users invite', () => {
  it('invites on behalf of a user, by a link when there is no mail', async () => {
    const { email: inviter } = app.admin
    const words = ['users', 'invite', 'Guest@example.com', 'Guest', inviter, '--admin']
    await expect(sextant(words)).rejects.toThrow('SEXTANT_URL is not set: the link would lead nowhere.')
    config = { publicUrl: 'https://sextant.example.com' }
    await expect(sextant(words)).rejects.toThrow(
      'No mail server is configured. Use: sextant users invite --link',
    )
    const said = await sextant([...words, '--link'])
    const [, link = ''] =
      /^Invited user \d+\.\nhttps:\/\/sextant\.example\.com(\/invite\/[\w-]{43})$/.exec(said) ?? []
    expect((await app.anonymous.post(link, { password: 'typed by the guest' })).statusCode).toBe(200)
    expect(await sextant(['users', 'list'])).toMatch(
      /guest@example\.com +Guest +active +default, admin|admin, default/,
    )
    await expect(sextant([...words, '--link'])).rejects.toThrow(/already/i)
    await expect(sextant(['users', 'invite', 'x@example.com', 'X', 'stranger@example.com'])).rejects.toThrow(
      'There is no user with the address stranger@example.com.',
    )
    config = {}
  })
})

it('status prints the content of /status.json', async () => {
  const printed = JSON.parse(await sextant(['status']))
  const answered = (await (await app.as(app.admin)).get('/status.json')).json()
  expect(Object.keys(printed).sort()).toEqual(Object.keys(answered).sort())
  expect(printed.users_count).toBe(answered.users_count)
})
