interface DescribedEvent {
  action: string
  object_type: string
  object_id: string | null
  additional_properties: Readonly<Record<string, unknown>>
}

/** What an event was about, in the shapes of docs/reference/api-administration.md#event-log. */
export function eventDetails(event: DescribedEvent): Record<string, unknown> {
  const { action, object_type, object_id, additional_properties } = event
  if (object_type === 'data_source' && action === 'execute_query') {
    return { query: additional_properties['query'] ?? null, data_source: object_id }
  }
  if (object_type === 'page' && action === 'view') return { page: object_id }
  return { object_id, object_type }
}
