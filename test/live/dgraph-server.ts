import { type HttpDouble, type Reply, startHttpDouble } from './http-double.ts'

export const dgraphAccount = { user: 'reader', password: 'secret-of-dgraph' }
const token = 'token-of-dgraph'

/** The JSON of `data` by text; `null`: the query runs until its client has gone. */
export type DqlAnswers = Readonly<Record<string, string | null>>

/**
 * A protocol double of the HTTP API of an alpha of Dgraph with accounts, written from its public reference: it checks the
 * login, the type of the body and the parameters, and answers known texts. It does not read DQL.
 */
export function startDgraph(answers: DqlAnswers): Promise<HttpDouble> {
  return startHttpDouble(({ method, path, headers, body }): Reply => {
    const errors = (...messages: string[]): Reply => ({
      body: JSON.stringify({
        errors: messages.map((message) => ({ message, extensions: { code: 'ErrorInvalidRequest' } })),
        data: null,
      }),
    })
    if (method !== 'POST') return { status: 405, type: 'text/plain', body: 'method not allowed' }
    if (path === '/login') {
      const { userid, password, ...others } = JSON.parse(body) as Record<string, unknown>
      const isKnown = userid === dgraphAccount.user && password === dgraphAccount.password
      if (!isKnown || Object.keys(others).length > 0) {
        return errors('rpc error: code = Unauthenticated desc = invalid username or password')
      }
      return { body: JSON.stringify({ data: { accessJWT: token, refreshJWT: 'r' } }) }
    }
    if (path !== '/query?ro=true') return { status: 404, type: 'text/plain', body: '404 page not found' }
    if (headers['x-dgraph-accesstoken'] !== token) return errors('rpc error: no accessJwt available')
    if (headers['content-type'] !== 'application/dql') {
      return {
        status: 400,
        ...errors('Unsupported Content-Type. Supported content types are application/json, application/dql'),
      } as Reply
    }
    const found = answers[body]
    if (found === undefined) return errors(`while lexing ${body} at line 1 column 2: Unrecognized character`)
    if (found === null) return null
    return { body: `{"data":${found},"extensions":{"txn":{"start_ts":1}}}` }
  })
}
