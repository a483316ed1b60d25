export { type Client, createClient } from './client.ts'
export type { ClientOptions } from './connection.ts'
export { QueryFailed, SextantError } from './errors.ts'
export type { Column, Parameters, QueryOptions, QueryResult, Row, SavedQueryOptions } from './types.ts'
