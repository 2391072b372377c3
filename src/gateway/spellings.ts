/** How a secret may be spelled in a text: as it is, and as an address or a form has it. */
export const spellingsOf = (secret: string): string[] => [
  ...new Set([secret, encodeURIComponent(secret), new URLSearchParams([['', secret]]).toString().slice(1)]),
]
