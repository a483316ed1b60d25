import { expect, it } from 'vitest'
import { type ErrorCode, type ErrorShape, errorCodes } from '#shared/errors/error-codes.ts'
import { errorMessage } from '#shared/errors/refusal.ts'
import { allEndpoints } from './all-endpoints.ts'

const codes = Object.entries(errorCodes) as [
  ErrorCode,
  { status: number; message: string; shape?: ErrorShape },
][]

it.each(codes)('%s is worded', (code, { status, message }) => {
  expect(code).toMatch(/^[a-z_]+(\.[a-z_]+)?$/)
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(600)
  expect(message.trim()).toBe(message)
  expect(message).not.toBe('')
  expect(errorMessage(code, {})).not.toMatch(/[{}]/)
})

it('endpoints name only codes that exist', async () => {
  const endpoints = await allEndpoints()
  const unknown = endpoints.flatMap(({ name, endpoint }) =>
    (endpoint.errors ?? []).filter((code) => !(code in errorCodes)).map((code) => `${name}: ${code}`),
  )
  expect(unknown).toEqual([])
})

/** docs/errors.md is generated: `npx vitest run --project unit test/house-rules/errors.test.ts -u` writes it. */
it('docs/errors.md lists every code', async () => {
  await expect(renderErrors()).toMatchFileSnapshot('../../docs/errors.md')
})

function renderErrors(): string {
  const rows = codes.map(([code, { status, message, shape }]) => {
    const cells = [`\`${code}\``, status, shape ?? 'message', message.replaceAll('|', '\\|')]
    return `| ${cells.join(' | ')} |`
  })
  return `# Errors

Every refusal of the HTTP API, from \`src/shared/errors/error-codes.ts\`. This page is generated: see
\`test/house-rules/errors.test.ts\`.

- Shape \`message\`: \`{"message": "…", "code": "…"}\`, with further fields such as \`field\` where they help.
- Shape \`job\`: \`{"job": {"status": 4, "error": "…"}}\`, for refusals of executions.
- Shape \`text\`: the message alone as plain text, for programs and shells.
- \`{name}\` in a message is filled in. Anything that is not listed here is a bug and answers \`server.bug\`.

| Code | Status | Shape | Message |
|---|---|---|---|
${rows.join('\n')}
`
}
