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
    ['{url: /, method: {toString: 1}}', "'method' must be a text, a number, true or false."],
    ['{url: /, fields: [{toString: 1}]}', "'fields' must be a text, a number, true or false."],
    ['{url: /, auth: [{toString: 1}, b]}', "'auth' must be a text, a number, true or false."],
    ['{url: /, headers: {a: {toString: 1}}}', "'headers.a' must be a text, a number, true or false."],
    ['{url: /, params: {a: {b: 1}}}', "'params.a' must be a text, a number, true or false."],
    ['{url: /, params: {a: [{toString: 1}]}}', "'params.a' must be a text, a number, true or false."],
    ['{url: /, params: {a: &a [*a]}}', "'params.a' must be a text, a number, true or false."],
    ['{url: /, method: post, data: {a: {b: 1}}}', "'data.a' must be a text, a number, true or false."],
    [
      '{url: /, pagination: {type: token, fields: [{toString: 1}, b]}}',
      "'pagination.fields' must be a text, a number, true or false.",
    ],
    ['{url: /, json: &a {b: *a}}', "'json' contains itself."],
    ['{url: /, json: &a [[*a]]}', "'json' contains itself."],
  ])('refuses %j', async (text, message) => {
    await expect(readJsonQuery(text)).rejects.toThrow(message)
  })
})
