/** Puts the icons into index.html, so that they are in the first bytes of a page and no script renders them. */
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { iconSprite } from '../ui/icon-sprite.ts'

/** File of the licenses of all modules, in each folder that a build writes. */
export const LICENSES = 'licenses.txt'

export const inlineIcons = (): Plugin => ({
  name: 'inline-icons',
  transformIndexHtml: async (html) => html.replace('<body>', `<body>${await iconSprite()}`),
  generateBundle: {
    order: 'post',
    // The icons are no module, so the bundler doesn't collect their license.
    handler(_, bundle) {
      const licenses = bundle[LICENSES]
      if (this.environment.name !== 'client' || licenses?.type !== 'asset') return
      const license = readFileSync('node_modules/lucide-react/LICENSE', 'utf8')
      licenses.source = `${licenses.source}\n## lucide-react (ISC)\n\n${license}`
    },
  },
})
