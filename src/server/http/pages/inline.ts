/** What a page needs before it can be painted, as a part of it: its styles, and the script that runs first. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const STYLE = /<link rel="stylesheet"[^>]*? href="(\/[\w./-]+\.css)"[^>]*>/g
const SCRIPT = /<script src="(\/[\w./-]+\.js)"[^>]*><\/script>/g
const ENTRY = /<script type="module"([^>]*?) src=("[^"]+")[^>]*><\/script>/g

export interface Inline {
  /** @returns HTML with the files in the places of their links; a file that is not there keeps its link */
  into(html: string): string
  /** Names the script that ran through `into`, for the page's policy: no other may stand in a page. */
  scripts(): string
}

/**
 * @param dist the folder of the built console; undefined where another server has its files
 * @param basePath begins the addresses of its files
 */
export function createInline(dist: string | undefined, basePath = ''): Inline {
  const texts = new Map<string, string | undefined>()
  const done = new Map<string, string>()
  const hashes = new Set<string>()
  const textOf = (path: string) => {
    if (!texts.has(path)) texts.set(path, read(`${dist}${path.slice(basePath.length)}`))
    return texts.get(path)
  }
  const put = (html: string) =>
    html
      .replace(STYLE, (link, path: string) => {
        const text = textOf(path)
        if (text === undefined) return link
        const media = / media="[^"]*"/.exec(link)?.[0] ?? ''
        // A part that is loaded later looks for the link of its styles, and would fetch them again.
        return `<style nonce="__NONCE__"${media}>${text}</style><link rel="stylesheet" href="${path}" disabled>`
      })
      .replace(SCRIPT, (script, path: string) => {
        const text = textOf(path)
        if (text === undefined) return script
        hashes.add(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
        return `<script>${text}</script>`
      })
      // The script that stands in the page begins the console.
      .replace(ENTRY, (script, more: string, path: string) =>
        hashes.size > 0 ? `<link rel="modulepreload"${more} href=${path} data-entry>` : script,
      )
  return {
    into(html) {
      if (dist === undefined) return html
      const known = done.get(html) ?? put(html)
      done.set(html, known)
      return known
    },
    scripts: () => [...hashes].map((hash) => ` ${hash}`).join(''),
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return undefined
  }
}
