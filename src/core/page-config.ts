/** Reads the configuration that the page carries, so that nothing waits for it; else asks the server. */
import type { ConsoleConfig, PageConfig } from '../api/config'

export async function readPageConfig(): Promise<PageConfig> {
  const block = document.getElementById('config')?.textContent
  if (block) return JSON.parse(block) as PageConfig // written by our own server into our own page
  const response = await fetch('/config.json')
  const config = (await response.json()) as ConsoleConfig // as above
  return { ...config, operator: null, account: null } // neither is in /config.json
}
