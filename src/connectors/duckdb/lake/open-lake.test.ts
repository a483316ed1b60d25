import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openLake } from './open-lake.ts'

it('refuses a folder whose path DuckDB would take for partitions', async () => {
  const lake = openLake({} as never, { engineMemoryMb: 64 } as never)
  const given = { uploads: [], text: 'select 1', signal: new AbortController().signal }
  await expect(lake.lend({ ...given, folder: join(tmpdir(), 'team=x', 'spill') })).rejects.toThrow(
    /contains "="/,
  )
})
