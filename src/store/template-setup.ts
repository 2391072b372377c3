/** Makes the template of embedded stores before the first test, so that no two tests make it at once. */
import { setFlagsFromString } from 'node:v8'
import { SHORT_LIVED } from './data-home-harness'
import { template } from './embedded-files.js'

export default async function makeTemplate(): Promise<void> {
  for (const flag of SHORT_LIVED) setFlagsFromString(flag) // of all threads
  await template()
}
