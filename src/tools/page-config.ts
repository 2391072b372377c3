/** Reads the configuration that the page carries, so that nothing waits for it; else asks the server. */
import type { ConsoleConfig } from '../api/config'

export async function readPageConfig(): Promise<ConsoleConfig> {
  const block = document.getElementById('config')?.textContent
  if (block) return JSON.parse(block) as ConsoleConfig // written by our own server into our own page
  const response = await fetch('/config.json')
  return (await response.json()) as ConsoleConfig // as above
}
