import { type TSchema, Type } from 'typebox'

/** Query arguments of paged lists (reference-api 4.1): a value that is no integer falls back to the default. */
export const PagingQuery = {
  page: Type.Optional(Type.String()),
  page_size: Type.Optional(Type.String()),
  order: Type.Optional(Type.String()),
  q: Type.Optional(Type.String()),
  tags: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])),
}

export const Paged = <T extends TSchema>(item: T) =>
  Type.Object({
    count: Type.Integer(),
    page: Type.Integer(),
    page_size: Type.Integer(),
    results: Type.Array(item),
  })

export const defaultPageSize = 20
export const maxPageSize = 250
