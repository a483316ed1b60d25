import { Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'

/** This description of the API, as OpenAPI 3.1. It contains nothing about this instance, so it needs no key. */
export const getOpenapi = endpoint({
  method: 'GET',
  path: '/api/openapi.json',
  access: 'anyone',
  reply: Type.Object({ openapi: Type.String() }),
})

/** The same description as a page. */
export const getApiDocs = endpoint({
  method: 'GET',
  path: '/api/docs',
  access: 'anyone',
  reply: Type.Unknown(),
  replyMedia: ['text/html'],
})
