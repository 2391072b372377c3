/** Development: the same application inside Vite's server, which serves the files and reloads them. */
import { readFile } from 'node:fs/promises'
import type { Hono } from 'hono'
import { type Started, startApp } from './start'

type Held = typeof globalThis & { forecourtDevelopment?: Promise<Started> }
const held = globalThis as Held // survives reloads of this module, so that a world stays as it was left

/** @param transformHtml Vite's own treatment of index.html */
export async function appFor(transformHtml: (html: string) => Promise<string>): Promise<Hono> {
  held.forecourtDevelopment ??= startApp(process.env, ({ port }) => ({
    port: () => port,
    template: async () => transformHtml(await readFile('index.html', 'utf8')),
    dist: undefined,
    write: (line) => process.stdout.write(`${line}\n`),
  }))
  return (await held.forecourtDevelopment).app as unknown as Hono // Vite's listener passes the same bindings
}
