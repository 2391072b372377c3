/** Reads the configuration that the page carries, so that nothing waits for it; else asks the server. */
import type { ConsoleConfig, PageConfig } from '../api/config'
import { fetchOwn } from '../api/own-fetch'

export async function readPageConfig(): Promise<PageConfig> {
  const block = document.getElementById('config')?.textContent
  if (block) return JSON.parse(block) as PageConfig // written by our own server into our own page
  const response = await fetchOwn('/config.json')
  const config = (await response.json()) as ConsoleConfig // as above
  return { ...config, operator: null, account: null, version3EndsAt: null, hasEarlierToken: false } // not in /config.json
}
