import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readSearchTerm } from '#shared/queries/search-term.ts'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { createDataSource, createQuery } from '#test/factories.ts'

describe('the search of queries', () => {
  let sextant: AppUnderTest
  let member: Caller
  let source: { id: number }

  beforeAll(async () => {
    sextant = await appUnderTest()
    member = await sextant.as(sextant.member)
    source = await createDataSource(sextant.context)
  })
  afterAll(() => sextant.close())

  const make = async (name: string, query = 'select 1', more: object = {}) =>
    (await createQuery(sextant.context, { data_source_id: source.id, name, query, ...more })).id

  const find = async (term: string, more = '') => {
    const reply = await member.get(`/api/queries?q=${encodeURIComponent(term)}${more}`)
    expect(reply.statusCode).toBe(200)
    const { results, is_similar } = reply.json()
    return is_similar === true ? [] : results.map((query: { name: string }) => query.name)
  }
  /** names like the words, of a search that finds nothing */
  const findSimilar = async (term: string, more = '') => {
    const { results, is_similar } = (
      await member.get(`/api/queries?q=${encodeURIComponent(term)}${more}`)
    ).json()
    expect(is_similar).toBe(results.length > 0 ? true : undefined)
    return results.map((query: { name: string }) => query.name)
  }
  const setMultiByte = (on: boolean) =>
    sextant.context.db
      .updateTable('organizations')
      .set({ settings: JSON.stringify({ multi_byte_search_enabled: on }) })
      .execute()

  describe('by words', () => {
    beforeAll(async () => {
      await make('Zebra sales report', 'select 1')
      await make('Zebra signups', 'select * from public.zoo_visitors where keeper_id = 7')
      await make('Lions', 'select zebra from sales_zone')
      const described = await make('Described')
      await member.post(`/api/queries/${described}`, { description: 'unneeded' })
      await sextant.context.db
        .updateTable('queries')
        .set({ description: 'About the Kangaroo' })
        .where('id', '=', described)
        .execute()
    })

    it.each([
      ['beginnings of words in the name', 'sal rep', ['Zebra sales report']],
      ['no middles of words', 'ales', []],
      ['any case', 'ZEBRA REPORT', ['Zebra sales report']],
      ['the description', 'kang', ['Described']],
      ['words of a qualified, underscored name', 'zoo', ['Zebra signups']],
      ['underscored names by their beginning', 'zoo_vis', ['Zebra signups']],
      ['qualified names', 'public.zoo', ['Zebra signups']],
      ['the end of an underscored name', 'visitors', ['Zebra signups']],
      ['phrases of whole words in a row', '"zebra sales"', ['Zebra sales report']],
      ['no phrase of beginnings', '"zebra sal"', []],
      ['alternatives', 'kangaroo or visitors', ['Described', 'Zebra signups']],
      ['what is not excluded', 'zebra -sales', ['Zebra signups']],
      ['groups', 'zebra (report or signups)', ['Zebra signups', 'Zebra sales report']],
      ['nothing for punctuation', '!!!', []],
      ['nothing for what is nowhere', 'okapi', []],
    ])('finds %s: %s', async (_, term, names) => {
      expect((await find(term)).sort()).toEqual([...names].sort())
    })

    it('finds the id, and ranks the name above the text', async () => {
      const id = await make('By number')
      expect(await find(String(id))).toEqual(['By number'])
      expect((await find('zebra')).at(-1)).toBe('Lions')
      expect(await find('zebra', '&order=name')).toEqual(['Lions', 'Zebra sales report', 'Zebra signups'])
      expect(await find('zebra', '&order=-name')).toEqual(['Zebra signups', 'Zebra sales report', 'Lions'])
    })

    it('follows saves', async () => {
      const id = await make('Before')
      await member.post(`/api/queries/${id}`, { name: 'x' })
      const own = (
        await member.post('/api/queries', { data_source_id: source.id, query: 'select 1', name: 'Walrus' })
      ).json()
      expect(await find('walrus')).toEqual(['Walrus'])
      await member.post(`/api/queries/${own.id}`, { name: 'Manatee', query: 'select dugong' })
      expect(await find('walrus')).toEqual([])
      expect(await find('manatee dugong')).toEqual(['Manatee'])
    })

    it('pages through the ranked matches and beyond without gaps', async () => {
      await sextant.context.pool.query(
        `insert into queries (org_id, data_source_id, name, query_text, query_hash, api_key_hash,
           encrypted_api_key, user_id)
         select $1, $2, 'Mole ' || n, 'select 1', 'h' || n, sha256(('mole' || n)::bytea), '', $3 from generate_series(1, 1130) n`,
        [sextant.organization.id, source.id, sextant.member.id],
      )
      const seen = new Set<string>()
      for (let page = 1; page <= 9; page++) {
        const reply = (await member.get(`/api/queries?q=mole&page_size=130&page=${page}`)).json()
        expect(reply.count).toBe(1130)
        for (const { name } of reply.results) seen.add(name)
      }
      expect(seen.size).toBe(1130)
      await sextant.context.pool.query(`delete from queries where name like 'Mole %'`)
      expect(await find('mole')).toEqual([])
    })

    it.each([
      ['swapped and left out letters', 'zebar reprt', ['Zebra sales report']],
      ['a wrong letter', 'singups', ['Zebra signups']],
      ['nothing where nothing is like it', 'okapi', []],
      ['nothing for a phrase', '"zebar"', []],
    ])('forgives %s: %s', async (_, term, names) => {
      expect(await findSimilar(term)).toEqual(names)
    })

    it('stays as it was in a database without the extension', async () => {
      await sextant.context.pool.query('drop extension pg_trgm cascade')
      expect(await findSimilar('zebar')).toEqual([])
      await sextant.context.pool.query('create extension pg_trgm')
      expect(await findSimilar('zebar', '&order=name')).toEqual(['Zebra sales report', 'Zebra signups'])
    })

    it('finds similar names through their index', async () => {
      const spy = vi.spyOn(pg.Client.prototype, 'query')
      await findSimilar('singups')
      const sent = spy.mock.calls as unknown as [text: string, values: readonly unknown[]][]
      spy.mockRestore()
      const [text, values] = sent.find(([each]) => each.includes('matches as materialized')) ?? []
      const client = await sextant.context.pool.connect()
      try {
        await client.query(
          'create index if not exists query_search_similar on query_search using gin (folded_name gin_trgm_ops)',
        )
        // a table this small is read whole otherwise
        await client.query('set enable_seqscan = off; set enable_indexscan = off')
        const { rows } = await client.query(`explain ${text}`, [...(values ?? [])])
        expect(JSON.stringify(rows)).toContain('query_search_similar')
      } finally {
        client.release(true)
      }
    })

    it('is narrowed down to an author and a data source', async () => {
      const { viewer: author } = sextant
      const other = await createDataSource(sextant.context, { name: 'Elsewhere' })
      await make('Gnu by another', 'select 1', { user_id: author.id })
      await make('Gnu elsewhere', 'select 1', { data_source_id: other.id, user_id: sextant.member.id })
      const names = async (more: string) =>
        (await member.get(`/api/queries?${more}`)).json().results.map((query: { name: string }) => query.name)
      expect(await names(`q=gnu&author=${author.id}`)).toEqual(['Gnu by another'])
      expect(await names(`q=gnu&data_source=${other.id}`)).toEqual(['Gnu elsewhere'])
      const reply = (await member.get(`/api/queries?data_source=${other.id}`)).json()
      expect([reply.count, reply.results.length]).toEqual([1, 1])
      const ofAuthor = (await member.get(`/api/queries?author=${author.id}`)).json()
      expect([ofAuthor.count, ofAuthor.results.length]).toEqual([1, 1])
      expect(await names('author=nobody')).toEqual([])
      const authors = (await member.get('/api/queries/authors')).json()
      expect(authors).toContainEqual({ id: author.id, name: author.name })
    })
  })

  it('takes texts of any size and words of any length', async () => {
    const long = 'w'.repeat(5000)
    let different = ''
    for (let n = 0; different.length < 1_000_000; n++) different += `${n.toString(36)} `
    for (const query of ['語 '.repeat(500_000), 'a'.repeat(1_000_000), different.slice(0, 1_000_000)]) {
      const reply = await member.post('/api/queries', {
        data_source_id: source.id,
        query,
        name: `${long}`.slice(0, 255),
      })
      expect(reply.statusCode).toBe(200)
    }
    const id = await make('Long words', `select ${long} from needle`)
    expect(id).toBeGreaterThan(0)
    expect(await find('needle')).toEqual(['Long words'])
  })

  it('turns any input into a query that PostgreSQL accepts', async () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        'or',
        '-',
        '"',
        '(',
        ')',
        '|',
        '&',
        '!',
        ':*',
        '<->',
        "'",
        '\\',
        ' ',
        'select',
        'a_b',
        '²',
        '0x1f',
        '1e5',
      ),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
        // text that cannot be stored is refused before the search (server/http/serve.ts)
        const term = pieces.join(' ').replaceAll('\0', '').toWellFormed()
        const filter = readSearchTerm(term)
        if (filter.finds !== 'matches') return
        await sextant.context.pool.query("select to_tsquery('simple', $1)", [filter.tsquery])
      }),
      { numRuns: 1500 },
    )
  })

  describe('by parts of words (multi-byte mode)', () => {
    beforeAll(async () => {
      await setMultiByte(true)
      await make('月次売上レポート', 'select gazelle')
      await make('売上 50% off', 'select 2')
      await make('Back\\slash', 'select 2')
    })
    afterAll(() => setMultiByte(false))

    it.each([
      ['parts of names', '売上', ['月次売上レポート', '売上 50% off']],
      ['every part', '売上 月次', ['月次売上レポート']],
      ['descriptions', 'angar', ['Described']],
      ['texts only on request', 'azell', []],
      ['texts on request', 'query:AZELL', ['月次売上レポート']],
      ['names alone', 'name:kangaroo', []],
      ['several words', '"上 50"', ['売上 50% off']],
      ['wildcards', 'name:月_売', ['月次売上レポート']],
      ['a backslash', 'k\\s', ['Back\\slash']],
      ['nothing for empty quotes', '""', []],
      ['nothing for an unknown id', 'id:99999999999', []],
    ])('finds %s: %s', async (_, term, names) => {
      expect((await find(term)).sort()).toEqual([...names].sort())
    })

    it('finds the query of an id, in the order of ids', async () => {
      const id = await make('By id')
      expect(await find(`id:${id}`)).toEqual(['By id'])
      expect(await find('売上')).toEqual(['月次売上レポート', '売上 50% off'])
    })

    it('accepts any input', async () => {
      for (const term of ['id:', 'id:x', '%', '_', '\\', '"', ':::', 'query:%', 'name:""', '-'.repeat(300)]) {
        const reply = await member.get(`/api/queries?q=${encodeURIComponent(term)}`)
        expect(reply.statusCode, term).toBe(200)
      }
    })
  })
})
