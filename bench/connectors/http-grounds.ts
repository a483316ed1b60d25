import { startClickhouse } from '#test/engines/clickhouse.ts'
import { startInfluxdb } from '#test/engines/influxdb.ts'
import { startOpensearch } from '#test/engines/opensearch.ts'
import { startTrino } from '#test/engines/trino.ts'
import { freePort } from '#test/test-postgres.ts'
import { type BenchGround, benchRowCount, drain, longRowCount } from './ground.ts'

export async function clickhouseGround(): Promise<BenchGround> {
  const server = await startClickhouse()
  const headers = { authorization: `Basic ${Buffer.from('default:secret').toString('base64')}` }
  const ask = async (body: string) =>
    await drain(
      await fetch(`${server.url}/?default_format=JSONCompactEachRow`, { method: 'POST', headers, body }),
    )
  const textOf = (
    count: number,
  ) => `select number a, toInt32(number % 1000) b, number / 7 c, toDecimal64(number, 2) / 3 d, number % 2 = 0 e,
    concat('text ', toString(number)) f, toDate('2024-01-01') + toIntervalDay(number % 365) g,
    toDateTime64('2024-01-02 03:04:05.123', 3, 'UTC') + number h, if(number % 5 = 0, null, number) i, 'the same text in each row' j
    from numbers(${count})`
  const text = textOf(benchRowCount)
  return {
    options: { url: server.url, user: 'default', password: 'secret', dbname: 'default' },
    text,
    bare: () => ask(text),
    long: textOf(longRowCount),
    one: { text: 'select 1', bare: () => ask('select 1') },
    stop: server.stop,
  }
}

export async function trinoGround(): Promise<BenchGround> {
  const server = await startTrino()
  const ask = async (body: string) => {
    const headers = { 'x-trino-user': 'bench' }
    let reply = await fetch(`${server.url}/v1/statement`, { method: 'POST', headers, body })
    for (;;) {
      const page = (await reply.json()) as { nextUri?: string; error?: unknown }
      if (page.error !== undefined) throw new Error(JSON.stringify(page.error))
      if (page.nextUri === undefined) return
      reply = await fetch(page.nextUri, { headers })
    }
  }
  const textOf = (
    count: number,
  ) => `select orderkey, partkey, linenumber, quantity, cast(extendedprice as decimal(18,2)), tax, shipdate,
    cast(commitdate as timestamp(3)), returnflag, comment from tpch.sf1.lineitem limit ${count}`
  const text = textOf(benchRowCount)
  return {
    options: { host: '127.0.0.1', port: server.port, username: 'bench', protocol: 'http', catalog: 'tpch' },
    text,
    bare: () => ask(text),
    long: textOf(longRowCount),
    one: { text: 'select 1', bare: () => ask('select 1') },
    stop: server.stop,
  }
}

const batch = 10_000

export async function opensearchGround(): Promise<BenchGround> {
  const server = await startOpensearch(await freePort())
  const call = (path: string, body: string, type = 'application/json') =>
    fetch(server.url + path, { method: 'POST', headers: { 'content-type': type }, body })
  for (let first = 0; first < benchRowCount; first += batch) {
    const lines = Array.from({ length: batch }, (_, at) => {
      const id = first + at
      const fields = { a: id, b: id % 1000, c: id / 7, d: id % 2 === 0, e: `text ${id}`, f: 'the same text' }
      const more = { g: new Date(1.7e12 + id * 1000).toISOString(), h: `${id % 7}`, i: id % 5, j: [id] }
      return `{"index":{}}\n${JSON.stringify({ ...fields, ...more })}\n`
    })
    await drain(await call('/bench/_bulk', lines.join(''), 'application/x-ndjson'))
  }
  await drain(await call('/bench/_refresh', ''))
  return {
    options: { url: server.url },
    text: JSON.stringify({ index: 'bench', size: benchRowCount, query: { match_all: {} } }),
    async bare() {
      let reply = await call('/bench/_search?scroll=1m', JSON.stringify({ size: batch }))
      for (;;) {
        const page = (await reply.json()) as { _scroll_id: string; hits: { hits: unknown[] } }
        if (page.hits.hits.length === 0) return
        reply = await call('/_search/scroll', JSON.stringify({ scroll: '1m', scroll_id: page._scroll_id }))
      }
    },
    long: null,
    one: null,
    stop: server.stop,
  }
}

export async function influxdbGround(): Promise<BenchGround> {
  const server = await startInfluxdb()
  const authorization = `Basic ${Buffer.from('admin:secret').toString('base64')}`
  const ask = (q: string) =>
    fetch(`${server.url}/query?db=bench&chunked=true`, {
      method: 'POST',
      headers: { authorization },
      body: new URLSearchParams({ q }),
    })
  await drain(await ask("create user admin with password 'secret' with all privileges"))
  await drain(await ask('create database bench'))
  for (let first = 0; first < benchRowCount; first += batch) {
    const body = Array.from({ length: batch }, (_, at) => {
      const id = first + at
      return `m a=${id}i,b=${id % 1000}i,c=${id / 7},d=${id % 2 === 0},e="text ${id}",f="the same text",g=${id}i,h=${id / 3},i=${id % 5}i ${1_700_000_000_000_000_000n + BigInt(id) * 1_000_000n}`
    }).join('\n')
    await drain(
      await fetch(`${server.url}/write?db=bench`, { method: 'POST', headers: { authorization }, body }),
    )
  }
  const text = 'select * from m'
  return {
    options: { url: `influxdb://admin:secret@127.0.0.1:${server.port}/bench` },
    text,
    bare: async () => await drain(await ask(text)),
    long: null,
    one: null,
    stop: server.stop,
  }
}
