/** Before each file of component tests: files share a page, so that the modules they import are loaded once. */
import { beforeEach, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react'

vi.unstubAllGlobals()
vi.restoreAllMocks()
vi.useRealTimers()
beforeEach(() => cleanup()) // the package registers its own for the first file alone
