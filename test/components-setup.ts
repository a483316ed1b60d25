import { configure } from '@testing-library/react'
import { afterAll, vi } from 'vitest'

// a second, as the library has it, is not enough on a busy machine
configure({ asyncUtilTimeout: 15_000 })

// files share their modules: a part that a file leaves half loaded would stay broken for the next one
afterAll(() => vi.dynamicImportSettled())
