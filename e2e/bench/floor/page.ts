/**
 * The floor: the list of connections as lean as it can be written by hand, in one file, its request begun by the first
 * line of its script. And the same page with the rows in its HTML, sent as they become known.
 */
import { minifySync } from 'vite'
import { type Listed, nextOf, partsOf, rowsOf, runFloor } from './in-floor'

const style = [
  ':root{color-scheme:light dark}',
  'body{margin:16px;font:13px/1.4 system-ui,sans-serif}',
  'table{table-layout:fixed;width:100%;border-spacing:0}',
  'th,td{height:36px;padding:0 8px;border-bottom:1px solid #ddd;text-align:left;font-weight:400;white-space:nowrap;overflow:clip}',
  'button{appearance:none;border:1px solid #999;background:none;font:inherit;color:inherit}',
  'nav{position:sticky;bottom:0;padding:8px;background:Canvas}',
].join('')

const columns = ['Connection', 'Vehicle', 'External ID', 'Mode', 'Permissions', 'Created', 'Actions']

/** The functions under their own names, and a call of one. */
const script = (call: string): string => {
  const { code } = minifySync('floor.js', [partsOf, rowsOf, nextOf, runFloor, call].join('\n'), { module: false })
  return `<script>${code}</script>`
}

const head = (early: string, isBusy: boolean): string =>
  '<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content="width=device-width">' +
  `<title>Connections</title>${early}<style>${style}</style><h1>Connections</h1>` +
  `<table aria-label=Connections aria-busy=${isBusy}><thead><tr>${columns.map((name) => `<th>${name}`).join('')}<tbody>`

const foot = (next: string): string =>
  `</table><nav aria-label=Pages><a href="${next.replaceAll('&', '&amp;').replaceAll('"', '%22')}">Next page</a></nav>` +
  '<dialog aria-label="Remove connection"><form method=dialog><p>Remove this connection?' +
  '<p><button>Cancel</button> <button>Remove</button></form></dialog>'

const ASK =
  '<script>var first=fetch("/api/vehicle/v3/connections"+location.search).then(answer=>answer.json())</script>'

/** The page that asks for its rows. */
export const floorPage = (): string => head(ASK, true) + foot('') + script('runFloor(partsOf,rowsOf,nextOf,first)')

/** The page with its rows. @param path where it is */
export function renderedPage(path: string) {
  const running = script('runFloor(partsOf,rowsOf,nextOf)')
  return {
    /** Sent at once. */
    head: head('', false),
    /** Sent when the rows are known. */
    rest: (listed: Listed): string => rowsOf(listed, Date.now(), partsOf) + foot(nextOf(listed, path)) + running,
  }
}
