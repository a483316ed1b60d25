import { expect, it } from 'vitest'
import { withoutServerFields } from './leave-out-schemas.ts'

it('leaves out of a declaration what only the server reads, and nothing of its shapes', () => {
  const shapes = `export const Shape = Type.Object({
    errors: Type.Array(Type.String()),
    access: Type.String(),
})
`
  const declaration = `export const saveQuery = endpoint({
  method: 'POST',
  path: '/api/queries/:id',
  access: ['edit_query'],
  acceptsQueryKey: true,
  params: IdParams,
  reply: Query,
  replyStatus: 204,
  errors: [
    'query.version_conflict',
    'query.dropdown_no_group',
  ],
})
`
  expect(withoutServerFields(shapes + declaration)).toBe(
    `${shapes}export const saveQuery = endpoint({
  method: 'POST',
  path: '/api/queries/:id',
  params: IdParams,
  reply: Query,
})
`,
  )
})
