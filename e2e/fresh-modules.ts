/** Before each file of tests: modules of our own are new, as in a worker of its own; only libraries stay loaded. */
import { vi } from 'vitest'

vi.resetModules()
vi.unstubAllGlobals()
vi.restoreAllMocks()
vi.useRealTimers()
