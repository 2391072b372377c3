/** Reads the configuration that the page carries, so that nothing waits for it; else asks the server. */
import type { ConsoleConfig, PageConfig } from '../api/config'
import { fetchOwn } from '../api/own-fetch'
import type { Drawn } from '../api/server-rendered'

export async function readPageConfig(): Promise<PageConfig> {
  const block = document.getElementById('config')?.textContent
  if (block) return JSON.parse(block) as PageConfig // written by our own server into our own page
  const response = await fetchOwn('/config.json')
  const config = (await response.json()) as ConsoleConfig // as above
  return { ...config, operator: null, account: null, version3EndsAt: null, hasEarlierToken: false } // not in /config.json
}

/** What the server drew the page with; undefined where it did not. */
export function readDrawn(): Drawn | undefined {
  const block = document.getElementById('drawn')
  block?.remove() // it holds an account's data, which goes with the account
  return block ? (JSON.parse(block.textContent) as Drawn) : undefined // written by our own server into our own page
}
