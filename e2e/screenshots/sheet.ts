/** All pictures on one page, small, each leading to itself. */

export interface Way {
  scheme: string
  width: number
}

const THUMB = 260

export function sheet(names: readonly string[], ways: readonly Way[]): string {
  const row = (name: string) =>
    `<h2>${name}</h2>\n<div>${ways
      .map(({ scheme, width }) => {
        const file = `${name}-${scheme}-${width}.png`
        return `<a href="${file}"><img src="${file}" alt="${name}, ${scheme}, ${width} px" loading="lazy"></a>`
      })
      .join('')}</div>`
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Forecourt: every page</title>
<style>
  body { margin: 16px; background: #888; font: 14px system-ui, sans-serif; }
  h2 { margin: 16px 0 6px; font-size: 15px; }
  div { display: flex; gap: 10px; align-items: flex-start; }
  img { width: ${THUMB}px; max-height: 420px; object-fit: cover; object-position: top; border: 1px solid #555; }
</style>
${names.map(row).join('\n')}
`
}
