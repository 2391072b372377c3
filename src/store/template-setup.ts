/** What every embedded store of a test begins with is made before the first of them, and not by two at once. */
import { template } from './embedded-files.js'

export default async function makeTemplate(): Promise<void> {
  await template()
}
