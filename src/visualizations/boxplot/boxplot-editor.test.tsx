// @vitest-environment happy-dom

import { cleanup } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { fieldOf, openEditor, typeInto } from '../editor-under-test.tsx'
import { resultOfRows } from '../gallery-case.ts'
import BoxplotEditor from './boxplot-editor.tsx'
import { normalizeBoxplot } from './boxplot-options.ts'

afterEach(cleanup)

describe('the box plot editor', () => {
  it('names both axes and keeps what else is stored', async () => {
    const data = resultOfRows([{ a: 1 }])
    const options = normalizeBoxplot({ xAxisLabel: 'Old', other: 1 })
    const latest = openEditor(BoxplotEditor, { options, data })
    expect(fieldOf('X Axis Label').value).toBe('Old')
    await typeInto('X Axis Label', 'Column')
    await typeInto('Y Axis Label', 'Number')
    expect(latest.options).toEqual({ xAxisLabel: 'Column', yAxisLabel: 'Number', other: 1 })
  })
})
