/** First visits while the provider takes its time: the frame must not wait for it. */
import type { Browser } from '@playwright/test'
import { paths } from './pages'
import type { Samples } from './samples'
import type { Servers } from './servers'
import { type Figures, firstRows, inNewContext, ROWS } from './visit'

/** @param name e.g. `upstream 1 s` */
export async function measureSlowProvider(
  browser: Browser,
  { origin }: Servers,
  samples: Samples,
  repeats: number,
  name: string,
) {
  let nth = 0
  for (let number = 0; number < repeats; number += 1) {
    const round: Record<'console' | 'floor', Figures> = { console: {}, floor: {} }
    for (const which of ['console', 'floor'] as const) {
      nth += 1 // a page of its own for each visit: the server has what was just read in its memory
      const address = `${origin}${paths[which]}?page[number]=${nth}&page[size]=${ROWS}`
      const { frame, rows } = await inNewContext(browser, (context) => firstRows(context, address))
      round[which] = { [`${name}: frame`]: frame, [`${name}: rows`]: rows }
    }
    samples.add(round)
  }
}

/** How much later the frame is seen where the provider takes 10 s than where it takes 100 ms. */
export function noteHeldBack(samples: Samples) {
  const results = samples.results()
  const slow = results['upstream 10 s: frame']?.console.median ?? Number.NaN
  const quick = results['upstream 100 ms: frame']?.console.median ?? Number.NaN
  samples.add({ console: { 'upstream 10 s: frame held back': Math.max(0, slow - quick) }, floor: {} })
}
