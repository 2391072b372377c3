/** Makes the template of embedded stores before the first test, so that no two tests make it at once. */
import { template } from './embedded-files.js'

export default async function makeTemplate(): Promise<void> {
  await template()
}
