/** The texts of what is listed where no mode is given. */
import { formatCount } from '../../ui/format'

/**
 * @param none the total where no mode is given
 * @param filter the filter by mode, as people read it
 */
export function listedModes(none: number, live: number, simulated: number, filter: string): string {
  const both = `${formatCount(live)} live · ${formatCount(simulated)} simulated`
  if (simulated === 0 || none === live + simulated) return both
  if (none === live && none === simulated)
    return `The API ignored ${filter}: it returns ${formatCount(none)} connections with or without it.`
  if (none === live) return `${both}. Simulated connections appear only if you filter by mode.`
  return `${both}, but the API lists ${formatCount(none)} without a mode filter.`
}
