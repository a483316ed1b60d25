import { Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'

/** A SAML identity provider's answer, which its page posts here from the browser (HTTP-POST binding). */
export const samlCallback = endpoint({
  method: 'POST',
  path: '/saml/callback',
  access: 'anyone',
  body: Type.Object({
    SAMLResponse: Type.String({ maxLength: 500_000 }),
    RelayState: Type.Optional(Type.String({ maxLength: 8000 })),
  }),
  /** it answers with redirections and pages */
  reply: Type.Object({}),
  errors: ['sign_in.failed', 'request.rate_limited', 'request.form_needed'],
})
