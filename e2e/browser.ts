/** Finds a Chromium to test in: Playwright's own, else the system's; installs Playwright's where neither is. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const system = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/** @returns the executable to launch; undefined lets Playwright take its own */
export function findBrowser(): string | undefined {
  if (existsSync(chromium.executablePath())) return undefined
  const found = system.find((path) => existsSync(path))
  if (found) return found
  try {
    execFileSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' })
  } catch {
    throw new Error(
      'No Chromium was found and none could be installed. Install one (for example: apt-get install chromium).',
    )
  }
  return undefined
}

/** How it is launched, whatever is tested in it. */
export const launchArgs = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
]
