/**
 * Of the texts that a library would make into elements or scripts, those that can be none: Mantine writes styles that
 * way. The page's policy refuses all others, and this file before React is the only one that may decide.
 */
/** Chromium's, as far as it is used here; the compiler's library does not know it. */
interface Policies {
  createPolicy(name: 'default', rules: { createHTML: (text: string) => string | null }): void
}

const { trustedTypes } = globalThis as { trustedTypes?: Policies }
trustedTypes?.createPolicy('default', { createHTML: (text) => (text.includes('<') ? null : text) })
