import { type Static, Type } from 'typebox'
import { FromGit } from '../content/from-git.ts'
import { endpoint } from '../http/endpoint.ts'
import { Id, IdParams, Nullable, Timestamp } from '../http/schemas.ts'
import { User } from '../users/user.ts'

/** A text that its trigger expands to in the query editor (docs/reference/api-administration.md#snippets). */
export const Snippet = Type.Object({
  id: Id,
  trigger: Type.String(),
  description: Type.String(),
  snippet: Type.String(),
  user: User,
  /** absent: it is not from git */
  from_git: Type.Optional(FromGit),
  updated_at: Timestamp,
  created_at: Timestamp,
})
export type Snippet = Static<typeof Snippet>

/** Requires a character other than white space. */
const visible = '\\S'
const trigger = Type.String({ minLength: 1, maxLength: 255, pattern: visible })
const description = Nullable(Type.String({ maxLength: 4096 }))
const snippet = Type.String({ minLength: 1, maxLength: 100_000, pattern: visible })

/** All snippets of the organization, by trigger. */
export const listSnippets = endpoint({
  method: 'GET',
  path: '/api/query_snippets',
  access: 'signed-in',
  reply: Type.Array(Snippet),
})

export const createSnippet = endpoint({
  method: 'POST',
  path: '/api/query_snippets',
  access: ['create_query'],
  body: Type.Object({ trigger, description: Type.Optional(description), snippet }),
  reply: Snippet,
  errors: ['snippet.trigger_taken'],
})

export const getSnippet = endpoint({
  method: 'GET',
  path: '/api/query_snippets/:id',
  access: 'signed-in',
  params: IdParams,
  reply: Snippet,
})

/** Any of the three fields; absent ones do not change. */
export const saveSnippet = endpoint({
  method: 'POST',
  path: '/api/query_snippets/:id',
  access: 'signed-in',
  params: IdParams,
  body: Type.Object({
    trigger: Type.Optional(trigger),
    description: Type.Optional(description),
    snippet: Type.Optional(snippet),
  }),
  reply: Snippet,
  errors: ['snippet.trigger_taken', 'auth.not_owner'],
})

export const deleteSnippet = endpoint({
  method: 'DELETE',
  path: '/api/query_snippets/:id',
  access: 'signed-in',
  params: IdParams,
  reply: Type.Null(),
  errors: ['auth.not_owner'],
})
