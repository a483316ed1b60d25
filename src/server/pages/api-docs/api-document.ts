/** What the page reads of an OpenAPI document. */
export interface ApiDocument {
  info: { title: string; description: string }
  tags: readonly { name: string }[]
  paths: Record<string, Record<string, ApiOperation>>
  components: { responses: Record<string, ApiAnswer>; schemas: Record<string, ApiSchema> }
}

export interface ApiOperation {
  operationId: string
  tags: readonly string[]
  summary: string
  description: string
  parameters?: readonly { name: string; in: string; required: boolean; schema: ApiSchema }[]
  requestBody?: { required: boolean; content: ApiContent }
  responses: Record<string, ApiAnswer | { $ref: string }>
}

interface ApiAnswer {
  description: string
  content?: ApiContent
}

export type ApiContent = Record<string, { schema?: ApiSchema }>

export interface ApiSchema {
  $ref?: string
  type?: string
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly ApiSchema[]
  items?: ApiSchema
  properties?: Record<string, ApiSchema>
  required?: readonly string[]
  additionalProperties?: boolean | ApiSchema
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
}
