import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { programs } from '../../bin/launcher/program-build.mjs'

const address = /new URL\('\.\/([\w-]+\.ts)', import\.meta\.url\)/g

it('every module that the server starts as a process or thread is built as a program', () => {
  const files = globSync('src/{server,connectors}/**/*.ts', {
    exclude: (path) => /\.test(-support)?\.ts$/.test(path),
  })
  const started = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(address)].map(([, name = '']) => join(dirname(file), name)),
  )
  expect(started.length).toBeGreaterThan(10)
  expect([...new Set(started)].sort()).toEqual([...programs].sort())
})
