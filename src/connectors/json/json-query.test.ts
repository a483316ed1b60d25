import { describe, expect, it } from 'vitest'
import { readJsonQuery } from './json-query.ts'

describe('readJsonQuery', () => {
  it('reads all keys of a query', async () => {
    const text = `
url: /items
method: post
params: {q: a b, n: 5}
headers: {X-Kind: test}
json: {a: [1]}
path: data.items
fields: [a, b.c]
verify: false`
    expect(await readJsonQuery(text)).toEqual({
      url: '/items',
      params: { q: 'a b', n: '5' },
      path: ['data', 'items'],
      fields: ['a', 'b.c'],
      pagination: null,
      hasOwnAuthorization: false,
      request: {
        method: 'POST',
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          'X-Kind': 'test',
        },
        body: '{"a":[1]}',
        verify: false,
      },
    })
  })

  it('detects a query with its own credentials', async () => {
    const query = await readJsonQuery('{url: /, auth: [a, b]}')
    expect(query.request.headers?.authorization).toBe('Basic YTpi')
    expect(query.hasOwnAuthorization).toBe(true)
    const byHeader = await readJsonQuery('{url: /, headers: {Authorization: Bearer x}}')
    expect(byHeader.hasOwnAuthorization).toBe(true)
    const bare = await readJsonQuery('{url: /}')
    expect(bare.request.headers).not.toHaveProperty('authorization')
    expect(bare.hasOwnAuthorization).toBe(false)
  })

  it('sends form fields', async () => {
    const { request } = await readJsonQuery('{url: /, method: POST, data: {a: 1, b: "x y"}}')
    expect(request.body).toBe('a=1&b=x+y')
  })

  it.each([
    ['', 'Query is empty.'],
    ['just text', 'Query should be a YAML object describing the URL to query.'],
    ['[1]', 'Query should be a YAML object'],
    ['a: 1', "Query must include 'url' option."],
    ['{url: 5}', "Query must include 'url' option."],
    ['{url: /, method: DELETE}', 'Only GET or POST methods are allowed.'],
    ['{url: /, fields: a}', "'fields' needs to be a list."],
    ['{url: /, pagination: url}', "'pagination' should be an object with a `type` property"],
    ['{url: /, pagination: {type: page}}', "Unknown 'pagination.type' page"],
    ['{url: /, pagination: {type: url, path: 5}}', "'pagination.path' should be a string"],
    [
      '{url: /, pagination: {type: token, fields: [a]}}',
      "'pagination.fields' should be a list of 2 field names",
    ],
  ])('refuses %j', async (text, message) => {
    await expect(readJsonQuery(text)).rejects.toThrow(message)
  })
})
