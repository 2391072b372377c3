/** Inlines into a page the files that its first paint waits for: its styles, and the script of the color scheme. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const STYLE = /<link rel="stylesheet"[^>]*? href="(\/[\w./-]+\.css)"[^>]*>/g
const SCRIPT = /<script src="(\/[\w./-]+\.js)"[^>]*><\/script>/g

export interface Inline {
  /** @returns HTML with files instead of links; a file that does not exist keeps its link */
  into(html: string): string
  /** Hashes of the scripts that `into` has inlined, for the page's policy, which allows no other. */
  scripts(): string
}

/**
 * @param dist the folder of the built console; undefined if another server has its files
 * @param basePath prefix of the files' addresses
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
        // A part that is loaded later would fetch its styles again if it found no link to them.
        return `<style nonce="__NONCE__"${media}>${text}</style><link rel="stylesheet" href="${path}" disabled>`
      })
      .replace(SCRIPT, (script, path: string) => {
        const text = textOf(path)
        if (text === undefined) return script
        hashes.add(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
        return `<script>${text}</script>`
      })
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
