import { Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'

/** The response of a SAML identity provider, which its page posts here from the browser (HTTP-POST binding). */
export const samlCallback = endpoint({
  method: 'POST',
  path: '/saml/callback',
  access: 'anyone',
  body: Type.Object({
    SAMLResponse: Type.String({ maxLength: 500_000 }),
    RelayState: Type.Optional(Type.String({ maxLength: 8000 })),
  }),
  /** replies with redirects and pages */
  reply: Type.Object({}),
  errors: ['sign_in.failed', 'request.rate_limited', 'request.form_needed'],
})
