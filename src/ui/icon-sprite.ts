/** The sprite of icons, made from lucide’s own shapes while the console is built: nothing of this is sent as script. */
import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import { iconNames } from './icon-names.ts'

/** What a file of lucide tells of its icon: its elements with their attributes; `key` is React’s. */
const IconFile = z.object({
  __iconData: z.object({ node: z.array(z.tuple([z.string(), z.record(z.string(), z.string())])) }),
})

const elementOf = (tag: string, attributes: Record<string, string>) => {
  const shape = Object.entries(attributes).filter(([name]) => name !== 'key')
  return `<${tag}${shape.map(([name, value]) => ` ${name}="${value}"`).join('')}/>`
}

async function symbolOf(name: string): Promise<string> {
  const file = IconFile.parse(await import(/* @vite-ignore */ `lucide-react/icons/${name}`))
  const shapes = file.__iconData.node.map(([tag, attributes]) => elementOf(tag, attributes))
  return `<symbol id="i-${name}" viewBox="0 0 24 24">${shapes.join('')}</symbol>`
}

/** The product's mark, in its own colors; its file is the page's icon. */
async function markSymbol(): Promise<string> {
  const [, shapes] = /<svg[^>]*>(.*)<\/svg>/s.exec(await readFile('public/mark.svg', 'utf8')) ?? []
  if (shapes === undefined) throw new Error('public/mark.svg is no picture.')
  return `<symbol id="mark" viewBox="0 0 32 32">${shapes.replace(/\n\s*/g, '')}</symbol>`
}

/** @returns the element that stands in the page, drawn nowhere by itself */
export async function iconSprite(): Promise<string> {
  const symbols = await Promise.all([markSymbol(), ...iconNames.map(symbolOf)])
  return `<svg display="none">${symbols.join('')}</svg>`
}
