import { type Static, Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'
import { Id, IdParams, JsonObject, Nullable, SentOptions, Timestamp } from '../http/schemas.ts'

export const Visualization = Type.Object({
  id: Id,
  type: Type.String(),
  name: Type.String(),
  description: Type.String(),
  options: JsonObject,
  updated_at: Timestamp,
  created_at: Timestamp,
})
export type Visualization = Static<typeof Visualization>

const name = Type.String({ minLength: 1, maxLength: 255 })
const type = Type.String({ minLength: 1, maxLength: 100 })
const description = Nullable(Type.String({ maxLength: 4096 }))

export const createVisualization = endpoint({
  method: 'POST',
  path: '/api/visualizations',
  access: ['edit_query'],
  unknownKeys: 'refuse',
  body: Type.Object({
    id: Type.Optional(Type.Null()),
    query_id: Id,
    type,
    name,
    description: Type.Optional(description),
    options: SentOptions,
    // sent by clients that copy a visualization; ignored
    created_at: Type.Optional(Type.Unknown()),
    updated_at: Type.Optional(Type.Unknown()),
  }),
  reply: Visualization,
})

export const saveVisualization = endpoint({
  method: 'POST',
  path: '/api/visualizations/:id',
  access: ['edit_query'],
  params: IdParams,
  body: Type.Object({
    type: Type.Optional(type),
    name: Type.Optional(name),
    description: Type.Optional(description),
    options: Type.Optional(SentOptions),
  }),
  reply: Visualization,
})

export const deleteVisualization = endpoint({
  method: 'DELETE',
  path: '/api/visualizations/:id',
  access: ['edit_query'],
  params: IdParams,
  reply: Type.Null(),
})
