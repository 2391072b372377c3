// @ts-check
/** Before a start: ends with 0 where the tree is built as it is, with 1 where it has to be built first. */
import { join } from 'node:path'
import { isBuilt } from './build-stamp.js'

process.exit(isBuilt(join(import.meta.dirname, '..')) ? 0 : 1)
