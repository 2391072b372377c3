// @ts-check
import { readFileSync } from 'node:fs'

/**
 * A start-up file of `build/`, which loads its program only once it knows that this version of Node can: static imports
 * would be resolved before any code runs.
 * @param {string} program the name of its file, without `.js`
 * @param {{ isCommand?: boolean }} [options] `isCommand`: a shell can run it by its name
 */
export function startUpFile(program, { isCommand = false } = {}) {
  const check = readFileSync(new URL('./check-node.js', import.meta.url), 'utf8')
  return `${isCommand ? '#!/usr/bin/env node\n' : ''}${check}import('./${program}.js')\n`
}
