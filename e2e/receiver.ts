/** The address of a server's receiver. Its start prints no more than the beginning of the secret name in it. */
import type { Page } from '@playwright/test'

export const receiverAt = (output: string, path: string): string => {
  const origin = /Deliveries on (http:\/\/[^/]+)/.exec(output)?.[1]
  return origin === undefined ? '' : origin + path
}

/** The path in it, as the console shows it to operators. */
export async function receiverPath(page: Page): Promise<string> {
  const headers = { 'x-forecourt': '1', 'sec-fetch-site': 'same-origin' }
  const response = await page.request.get('/deliveries/receiver.json', { headers })
  return (await response.json()).path
}
