import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'

const Part = Type.Optional(Type.String({ maxLength: 20_000 }))

/** For browsers: what a page tried to load against its Content Security Policy (`report-uri` of CSP level 3). */
export const reportViolation = endpoint({
  method: 'POST',
  path: '/api/csp-report',
  access: 'anyone',
  body: Type.Object({
    'csp-report': Type.Object({
      'document-uri': Part,
      'blocked-uri': Part,
      'effective-directive': Part,
      'violated-directive': Part,
      'source-file': Part,
    }),
  }),
  replyStatus: 204,
  reply: Type.Object({}),
  errors: ['request.rate_limited'],
})
