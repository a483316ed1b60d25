import { describe, expect, it } from 'vitest'
import { readResult } from './read-result.ts'

describe('readResult', () => {
  it('keeps digits, types columns and fills missing cells', () => {
    const text =
      '{"query_result":{"id":7,"query_hash":"x","query":"q","data_source_id":1,"runtime":0.25,' +
      '"retrieved_at":"2026-01-01T00:00:00.000Z","data":{"columns":[{"name":"big","friendly_name":"big","type":"integer"},' +
      '{"name":"day","friendly_name":"day","type":null}],"rows":[{"big":12345678901234567890,"day":"2026-01-02"}],' +
      '"truncated":true,"metadata":{"data_scanned":2048}}}}'
    const result = readResult(text)
    expect(result).toMatchObject({
      id: 7,
      log: [],
      truncated: true,
      runtime: 0.25,
      metadata: { data_scanned: 2048 },
    })
    expect(result.data.rows[0]?.big).toBe('12345678901234567890')
    expect(result.data.columns[1]?.type).toBe('date')
  })
})
