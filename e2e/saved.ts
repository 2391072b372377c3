/** The file that a button saves. */
import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'

export async function saved(button: Locator) {
  const download = button.page().waitForEvent('download')
  await button.click()
  const file = await download
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}
