import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { createDataSource, createQuery, createResult } from '#test/factories.ts'

const body = {
  name: 'Shop',
  type: 'pg',
  options: { host: 'db', port: 5432, dbname: 'shop', password: 's3cret' },
}

describe('data sources', () => {
  let sextant: AppUnderTest
  let admin: Caller
  let member: Caller
  let viewer: Caller
  let outsider: Caller

  beforeAll(async () => {
    sextant = await appUnderTest()
    admin = await sextant.as(sextant.admin)
    member = await sextant.as(sextant.member)
    viewer = await sextant.as(sextant.viewer)
    outsider = await sextant.as(sextant.outsider)
  })
  afterAll(() => sextant.close())
  // the name is free for the next test
  afterEach(() => sextant.context.db.deleteFrom('data_sources').where('name', '=', body.name).execute())

  it('a test whose data source is deleted while it waits says so', async () => {
    const { id } = await createDataSource(sextant.context)
    const testing = admin.post(`/api/data_sources/${id}/test`)
    await expect
      .poll(() =>
        sextant.context.db.selectFrom('jobs').select('id').where('data_source_id', '=', id).execute(),
      )
      .toHaveLength(1)
    expect((await admin.delete(`/api/data_sources/${id}`)).statusCode).toBe(204)
    expect((await testing).json()).toMatchObject({ code: 'not_found' })
  })

  it('are of another type than Databricks, whose routes say so', async () => {
    const { id } = await createDataSource(sextant.context)
    for (const rest of ['', '/main/tables', '/main/columns/flights']) {
      const path = `/api/databricks/databases/${id}${rest}`
      expect((await sextant.anonymous.get(path)).statusCode).toBe(401)
      expect((await outsider.get(path)).statusCode).toBe(403)
      const reply = await member.get(path)
      expect([reply.statusCode, reply.json().message]).toEqual([
        ...[400, 'Resource only available for the Databricks query runner.'],
      ])
    }
    expect((await admin.get('/api/databricks/databases/2000000000')).statusCode).toBe(404)
  })

  describe('types', () => {
    it('are for admins, sorted by name, with the schema of their options', async () => {
      expect((await sextant.anonymous.get('/api/data_sources/types')).statusCode).toBe(401)
      expect((await member.get('/api/data_sources/types')).statusCode).toBe(403)
      const types = (await admin.get('/api/data_sources/types')).json()
      expect(types.map((type: { type: string }) => type.type)).toEqual([
        'athena',
        'dynamodb',
        'aws_es',
        'drill',
        'ignite',
        'kylin',
        'pinot',
        'arangodb',
        'axibasetsd',
        'azure_kusto',
        'bigquery',
        'bigquery_gce',
        'Cassandra',
        'clickhouse',
        'd1',
        'cockroach',
        'couchbase',
        'csv',
        'databend',
        'databricks',
        'db2',
        'dgraph',
        'druid',
        'duckdb',
        'elasticsearch2',
        'elasticsearch',
        'exasol',
        'files',
        'graphite',
        'hive',
        'hive_http',
        'impala',
        'influxdb',
        'influxdb3',
        'influxdbv2',
        'json',
        'kibana',
        'libsql',
        'loki',
        'memsql',
        'mssql',
        'mssql_odbc',
        'mongodb',
        'mysql',
        'rds_mysql',
        'neo4j',
        'nz',
        'elasticsearch2_OpenDistroSQLElasticSearch',
        'oracle',
        'phoenix',
        'pg',
        'presto',
        'prometheus',
        'results',
        'redshift',
        'redshift_iam',
        'risingwave',
        'rqlite',
        'scylla',
        'snowflake',
        'sqlite',
        'tinybird',
        'trino',
        'vertica',
        'elasticsearch2_XPackSQLElasticSearch',
      ])
      const db2 = types.find(({ type }: { type: string }) => type === 'db2')
      expect(db2).toMatchObject({ deprecated: true, missing_package: 'ibm_db' })
      const pg = types.find((type: { type: string }) => type.type === 'pg')
      expect(pg.configuration_schema).toMatchObject({
        type: 'object',
        required: ['dbname'],
        properties: { dbname: { type: 'string', title: 'Database Name' } },
      })
      expect(pg.configuration_schema.secret).toContain('password')
      expect(Object.keys(pg.configuration_schema.properties).slice(0, 4)).toEqual([
        'host',
        'port',
        'user',
        'password',
      ])
    })
  })

  describe('create', () => {
    it('is for admins and names invalid fields', async () => {
      expect((await sextant.anonymous.post('/api/data_sources', body)).statusCode).toBe(401)
      expect((await member.post('/api/data_sources', body)).statusCode).toBe(403)
      const refused = async (change: object, field: string) => {
        const reply = await admin.post('/api/data_sources', { ...body, ...change })
        expect(reply.statusCode).toBe(400)
        expect(reply.json().message).toContain(field)
      }
      await refused({ type: 'nosuch' }, 'nosuch')
      await refused({ name: '' }, 'name')
      await refused({ name: '   ' }, 'name')
      await refused({ name: 'x'.repeat(256) }, 'name')
      await refused({ options: {} }, 'dbname')
      await refused({ options: { dbname: 'x', port: 'many' } }, 'options.port')
      await refused({ options: { dbname: 'x', dsn: 'password=x' } }, 'Extra parameters may not contain')
      await refused({ options: 'dbname=x' }, 'options')
    })

    it('keeps the options sealed, masks secrets, and opens the source to the default group', async () => {
      const reply = await admin.post('/api/data_sources', body)
      expect(reply.statusCode).toBe(200)
      expect(reply.json()).toMatchObject({
        name: 'Shop',
        type: 'pg',
        syntax: 'sql',
        sql_style: { dialect: 'postgresql', formatter: 'postgresql', quote: '"', folds_case: true },
        paused: 0,
        pause_reason: null,
        supports_auto_limit: true,
        options: { host: 'db', port: 5432, dbname: 'shop', password: '--------' },
        queue_name: 'queries',
        scheduled_queue_name: 'scheduled_queries',
        groups: { [sextant.organization.defaultGroup]: false },
      })
      const stored = await sextant.database.pool.query('select * from data_sources where id = $1', [
        reply.json().id,
      ])
      expect(JSON.stringify(stored.rows)).not.toContain('s3cret')
      expect(stored.rows[0].encrypted_options.includes('s3cret')).toBe(false)
    })

    it('refuses a name that another one has, also when both come at once or it is renamed', async () => {
      const taken = {
        code: 'data_source.name_taken',
        field: 'name',
        name: 'Shop',
        message: 'Data source with the name Shop already exists.',
      }
      const replies = await Promise.all([1, 2, 3].map(() => admin.post('/api/data_sources', body)))
      const refused = replies.filter(({ statusCode }) => statusCode !== 200)
      expect(refused.map((reply) => [reply.statusCode, reply.json()])).toEqual([
        [400, taken],
        [400, taken],
      ])
      const other = await createDataSource(sextant.context, { name: 'Other shop' })
      const path = `/api/data_sources/${other.id}`
      const renamed = await admin.post(path, { ...body, name: ' Shop ' })
      expect([renamed.statusCode, renamed.json()]).toEqual([400, taken])
      // duplicates of an earlier release stay, and can be saved
      const twin = await createDataSource(sextant.context, { name: 'Shop' })
      expect((await admin.post(`/api/data_sources/${twin.id}`, body)).statusCode).toBe(200)
    })

    it('neither stores nor shows options unknown to the type, and reports them', async () => {
      const options = { ...body.options, passwd: 'canary', ssh_tunnel: { key: 'canary' } }
      const reply = await admin.post('/api/data_sources', { ...body, options })
      expect([reply.statusCode, reply.json().dropped_options]).toEqual([200, ['passwd', 'ssh_tunnel.key']])
      expect(reply.json().options).not.toHaveProperty('passwd')
      const path = `/api/data_sources/${reply.json().id}`
      expect((await admin.get(path)).body).not.toMatch(/canary|dropped_options/)
      expect((await admin.post(path, body)).json()).not.toHaveProperty('dropped_options')
      // options stored by an earlier release are not shown, and do no harm
      const old = await createDataSource(sextant.context, { options: { dbname: 'x', passwd: 'canary' } })
      expect((await admin.get(`/api/data_sources/${old.id}`)).json().options).toEqual({ dbname: 'x' })
    })

    it('stores limits, which a later save without them keeps', async () => {
      const limits = { max_rows: 10, max_bytes: 4096, max_seconds: 5, max_runs: 1 }
      const { id } = (await admin.post('/api/data_sources', { ...body, limits })).json()
      const saved = (await admin.post(`/api/data_sources/${id}`, body)).json()
      expect(saved.limits).toEqual(limits)
      const refused = await admin.post(`/api/data_sources/${id}`, {
        ...body,
        limits: { ...limits, max_rows: -1 },
      })
      expect(refused.statusCode).toBe(400)
      expect(refused.json().message).toContain('limits.max_rows')
    })
  })

  describe('save', () => {
    it('keeps a secret sent as its placeholder, replaces a new one, drops one left out', async () => {
      const { id } = (await admin.post('/api/data_sources', body)).json()
      const options = async () => {
        const row = await sextant.database.pool.query(
          'select encrypted_options from data_sources where id = $1',
          [id],
        )
        return sextant.context.secrets.unseal(row.rows[0].encrypted_options)
      }
      const moved = await admin.post(`/api/data_sources/${id}`, {
        ...body,
        options: { dbname: 'b', host: 'evil.example.com', password: '--------' },
      })
      expect([moved.statusCode, moved.json()]).toMatchObject([
        400,
        { code: 'data_source.secret_moved', field: 'options.password' },
      ])
      const other = await admin.post(`/api/data_sources/${id}`, {
        ...{ ...body, type: 'json' },
        options: { base_url: 'https://evil.example.com', username: 'me', password: '--------' },
      })
      expect([other.statusCode, other.json().field]).toEqual([400, 'options.password'])
      await admin.post(`/api/data_sources/${id}`, {
        ...body,
        options: { host: 'db', dbname: 'b', password: '--------' },
      })
      expect(await options()).toEqual({ host: 'db', dbname: 'b', password: 's3cret' })
      await admin.post(`/api/data_sources/${id}`, { ...body, options: { dbname: 'b', password: 'new' } })
      expect(await options()).toEqual({ dbname: 'b', password: 'new' })
      await admin.post(`/api/data_sources/${id}`, { ...body, options: { dbname: 'b' } })
      expect(await options()).toEqual({ dbname: 'b' })
      const refused = await admin.post(`/api/data_sources/${id}`, {
        ...body,
        options: { dbname: 'b', password: '--------' },
      })
      expect(refused.statusCode).toBe(400)
      expect(refused.json().message).toContain('password')
    })

    it('masks the secrets of a tunnel, and asks for all secrets again when another server forwards them', async () => {
      const ssh_tunnel = { ssh_host: 'bastion', ssh_username: 'ada', ssh_password: 'canary' }
      const options = { ...body.options, ssh_tunnel }
      const created = await admin.post('/api/data_sources', { ...body, options })
      expect(created.body).not.toContain('canary')
      const shown = created.json().options
      expect(shown.ssh_tunnel).toEqual({ ...ssh_tunnel, ssh_password: '--------' })
      const path = `/api/data_sources/${created.json().id}`
      expect((await admin.post(path, { ...body, options: shown })).json().options).toEqual(shown)
      const moved = { ...shown, ssh_tunnel: { ...shown.ssh_tunnel, ssh_host: 'evil.example.com' } }
      for (const [field, change] of [
        ['options.password', {}],
        ['options.ssh_tunnel.ssh_password', { password: 'typed again' }],
      ] as const) {
        const reply = await admin.post(path, { ...body, options: { ...moved, ...change } })
        expect([reply.statusCode, reply.json()]).toMatchObject([
          ...[400, { code: 'data_source.secret_moved', field }],
        ])
      }
      const without = (await admin.post(path, { ...body, options: { ...body.options } })).json()
      expect(without.options).not.toHaveProperty('ssh_tunnel')
    })

    it('masks the password of an HTTP proxy, and takes no proxy that cannot be used', async () => {
      const http_proxy = 'http://ada:canary@proxy:3128'
      const request = { name: body.name, type: 'clickhouse', options: { dbname: 'shop', http_proxy } }
      const created = await admin.post('/api/data_sources', request)
      expect(created.body).not.toContain('canary')
      expect(created.json().options.http_proxy).toBe('http://ada:--------@proxy:3128')
      const path = `/api/data_sources/${created.json().id}`
      expect((await admin.get(path)).body).not.toContain('canary')
      const ssh_tunnel = { ssh_host: 'bastion', ssh_username: 'ada', ssh_password: 'x' }
      for (const [change, message] of [
        [{ http_proxy: 'proxy:canary' }, 'HTTP Proxy: enter it as http://host:port'],
        [{ ssh_tunnel }, 'either an SSH tunnel or a proxy'],
      ] as const) {
        const reply = await admin.post(path, { ...request, options: { ...request.options, ...change } })
        expect([reply.statusCode, reply.json().message]).toEqual([400, expect.stringContaining(message)])
        expect(reply.body).not.toContain('canary')
      }
    })

    it('shows a reference to a secret, and refuses one that could read anything else', async () => {
      const reference = '${env:SEXTANT_SECRET_SHOP}'
      const options = { ...body.options, password: reference }
      const created = (await admin.post('/api/data_sources', { ...body, options })).json()
      expect(created.options.password).toBe(reference)
      const path = `/api/data_sources/${created.id}`
      for (const password of ['${env:SEXTANT_SECRET_KEY}', '${file:../secret-key}']) {
        const reply = await admin.post(path, { ...body, options: { ...options, password } })
        expect([reply.statusCode, reply.json()]).toMatchObject([
          ...[400, { code: 'data_source.invalid_options', field: 'options.password' }],
        ])
      }
    })

    it.each([
      [{ ssh_username: 'ada', ssh_password: 'x' }, 'SSH tunnel: Host is required.'],
      [{ ssh_host: 'bastion', ssh_username: 'ada' }, 'SSH tunnel: a password or a private key is required.'],
      [{ ssh_host: 'bastion', ssh_port: '22' }, 'must be a number'],
      ['bastion', 'must be an object'],
    ])('refuses a tunnel that cannot be: %j', async (ssh_tunnel, message) => {
      const options = { ...body.options, ssh_tunnel }
      const reply = await admin.post('/api/data_sources', { ...body, options })
      expect([reply.statusCode, reply.json().message]).toEqual([400, expect.stringContaining(message)])
    })

    it('answers 401, 403, 404', async () => {
      const { id } = await createDataSource(sextant.context)
      expect((await sextant.anonymous.post(`/api/data_sources/${id}`, body)).statusCode).toBe(401)
      expect((await member.post(`/api/data_sources/${id}`, body)).statusCode).toBe(403)
      expect((await admin.post('/api/data_sources/999999', body)).statusCode).toBe(404)
      expect((await admin.post('/api/data_sources/x', body)).statusCode).toBe(404)
    })
  })

  describe('reading', () => {
    it('lists what the groups of each user may use, sorted by name, ignoring case', async () => {
      await createDataSource(sextant.context, { name: 'aaa list' })
      await createDataSource(sextant.context, { name: 'BBB list' })
      await createDataSource(sextant.context, { name: 'ccc list', groups: { [sextant.viewerGroup]: true } })
      const names = async (caller: Caller) =>
        ((await caller.get('/api/data_sources')).json() as { name: string }[])
          .map((source) => source.name)
          .filter((name) => name.endsWith('list'))
      expect(await names(admin)).toEqual(['aaa list', 'BBB list', 'ccc list'])
      expect(await names(member)).toEqual(['aaa list', 'BBB list'])
      expect(await names(viewer)).toEqual(['ccc list'])
      expect(await names(outsider)).toEqual([])
      expect((await sextant.anonymous.get('/api/data_sources')).statusCode).toBe(401)
    })

    it('shows options only to admins, and whether the access is view only', async () => {
      const { id } = await createDataSource(sextant.context, {
        options: { dbname: 'x', password: 'canary' },
        groups: { [sextant.viewerGroup]: true, [sextant.organization.defaultGroup]: false },
      })
      const get = async (caller: Caller) => (await caller.get(`/api/data_sources/${id}`)).json()
      expect(await get(member)).not.toHaveProperty('options')
      expect(await get(member)).toMatchObject({ id, view_only: false })
      expect(await get(viewer)).toMatchObject({ id, view_only: true })
      expect(await get(admin)).toMatchObject({
        options: { dbname: 'x', password: '--------' },
        view_only: false,
      })
      expect((await outsider.get(`/api/data_sources/${id}`)).statusCode).toBe(403)
      expect((await sextant.anonymous.get(`/api/data_sources/${id}`)).statusCode).toBe(401)
      expect((await admin.get('/api/data_sources/999999')).statusCode).toBe(404)
    })
  })

  describe('pause', () => {
    it('takes the reason from the body or the address, and is undone by DELETE', async () => {
      const { id } = await createDataSource(sextant.context)
      const path = `/api/data_sources/${id}/pause`
      expect((await sextant.anonymous.post(path)).statusCode).toBe(401)
      expect((await member.post(path)).statusCode).toBe(403)
      expect((await admin.post(path, { reason: 5 })).statusCode).toBe(400)
      expect((await admin.post(path, { reason: 'moving' })).json()).toMatchObject({
        paused: 1,
        pause_reason: 'moving',
      })
      expect((await admin.post(`${path}?reason=upgrade`)).json()).toMatchObject({
        paused: 1,
        pause_reason: 'upgrade',
      })
      expect((await admin.delete(path)).json()).toMatchObject({ paused: 0, pause_reason: null })
    })
  })

  describe('delete', () => {
    it('removes the results and leaves the queries, detached', async () => {
      const { id } = await createDataSource(sextant.context)
      const query = await createQuery(sextant.context, { data_source_id: id })
      const result = await createResult(sextant.context, { query_id: query.id })
      expect((await sextant.anonymous.delete(`/api/data_sources/${id}`)).statusCode).toBe(401)
      expect((await member.delete(`/api/data_sources/${id}`)).statusCode).toBe(403)
      const reply = await admin.delete(`/api/data_sources/${id}`)
      expect([reply.statusCode, reply.body]).toEqual([204, ''])
      expect((await admin.delete(`/api/data_sources/${id}`)).statusCode).toBe(404)
      expect((await admin.get(`/api/queries/${query.id}`)).json()).toMatchObject({
        data_source_id: null,
        latest_query_data_id: null,
      })
      expect((await member.get(`/api/queries/${query.id}`)).statusCode).toBe(403)
      const chunks = await sextant.database.pool.query(
        'select 1 from query_result_chunks where result_id = $1',
        [result.id],
      )
      expect(chunks.rowCount).toBe(0)
    })
  })

  describe('schema', () => {
    const schema = '{"schema":[{"name":"t","columns":[{"name":"a","type":"integer"}]}]}'

    it('sends a stored schema unchanged, or decompressed', async () => {
      const { id } = await createDataSource(sextant.context)
      await sextant.context.db
        .insertInto('data_source_schemas')
        .values({ data_source_id: id, frame: zstdCompressSync(schema), table_count: 1, column_count: 1 })
        .execute()
      const path = `/api/data_sources/${id}/schema`
      const plain = await member.get(path)
      expect(plain.body).toBe(schema)
      const packed = await member.get(path, { headers: { 'accept-encoding': 'gzip, zstd' } })
      expect(packed.headers['content-encoding']).toBe('zstd')
      expect(zstdDecompressSync(packed.rawPayload).toString()).toBe(schema)
      expect((await outsider.get(path)).statusCode).toBe(403)
      expect((await sextant.anonymous.get(path)).statusCode).toBe(401)
    })

    it('answers a job when there is none or a new one is requested; a second request joins it', async () => {
      const { id } = await createDataSource(sextant.context)
      const first = (await member.get(`/api/data_sources/${id}/schema`)).json()
      expect(first.job).toMatchObject({ status: 1, error: '' })
      const second = (await member.get(`/api/data_sources/${id}/schema?refresh=true`)).json()
      expect(second.job.id).toBe(first.job.id)
    })
  })
})
