/** What runs in the floor: put into its page as text, so nothing outside of a function can be named in it. */

/** As much of a list of connections as a row shows. */
export interface Listed {
  data: readonly {
    id: string
    attributes: {
      permissions: readonly string[]
      vehicle: { make: string; model: string; year: number; mode: string }
      user?: { externalId?: string | null }
    }
    relationships: { user: { data: { id: string } } }
    meta: { createdAt: string }
  }[]
  links: { next: string | null }
}

/** What a row says: two addresses, and a text for each column but the last. */
export function partsOf({ id, attributes, relationships, meta }: Listed['data'][number], now: number) {
  const ages: [unit: string, ms: number][] = [
    ['y', 31_557_600_000],
    ['mo', 2_629_800_000],
    ['d', 86_400_000],
    ['h', 3_600_000],
    ['m', 60_000],
  ]
  const { vehicle, user, permissions } = attributes
  const userId = relationships.user.data.id
  const ms = now - Date.parse(meta.createdAt)
  const [unit, size] = ages.find(([, least]) => ms >= least) ?? ['s', 1_000]
  return {
    hrefs: [`/connections/${encodeURIComponent(id)}`, `/users/${encodeURIComponent(userId)}`],
    texts: [
      `${id.slice(0, 4)}…${id.slice(-4)}`,
      `${vehicle.year} ${vehicle.make} ${vehicle.model}`,
      user?.externalId || userId,
      vehicle.mode,
      String(permissions.length),
      Math.floor(ms / size) + unit,
    ],
  }
}

/** The rows as HTML: eleven elements each. The browser's and, where the rows are in the page, the server's. */
export function rowsOf({ data }: Listed, now: number, parts: typeof partsOf): string {
  let rows = ''
  for (const one of data) {
    const { hrefs, texts } = parts(one, now)
    const [id, vehicle, user, ...more] = texts.map((text) =>
      text.replace(/[&<]/g, (sign) => `&#${sign.charCodeAt(0)};`),
    )
    rows += `<tr><th><a href="${hrefs[0]}">${id}</a><td>${vehicle}<td><a href="${hrefs[1]}">${user}</a><td>${more.join('<td>')}<td><button>Remove</button>`
  }
  return rows
}

/** Where “Next page” leads in the floor, from the envelope's link. */
export function nextOf({ links }: Listed, path: string): string {
  return links.next === null ? '' : path + links.next.slice(links.next.indexOf('?'))
}

/**
 * Draws what the page's first line has asked for, and takes clicks.
 * @param first absent where the rows are in the page
 */
export function runFloor(
  parts: typeof partsOf,
  rows: typeof rowsOf,
  next: typeof nextOf,
  first?: Promise<Listed>,
): void {
  const find = <Found extends Element>(selector: string) => {
    const found = document.querySelector<Found>(selector)
    if (!found) throw new Error(`The floor has no ${selector}.`)
    return found
  }
  const table = find<HTMLTableElement>('table')
  const body = find<HTMLTableSectionElement>('tbody')
  const link = find<HTMLAnchorElement>('nav a')
  const dialog = find<HTMLDialogElement>('dialog')
  /** Another page of as many rows changes what differs in those that are there. */
  const fill = (listed: Listed) => {
    const now = Date.now()
    listed.data.forEach((one, at) => {
      const { hrefs, texts } = parts(one, now)
      const cells = body.rows[at]?.cells ?? []
      texts.forEach((text, column) => {
        const inCell = cells[column]?.firstChild
        if (inCell instanceof HTMLAnchorElement) inCell.href = hrefs[column === 0 ? 0 : 1] ?? ''
        const place = inCell instanceof HTMLAnchorElement ? inCell.firstChild : inCell
        if (place instanceof Text && place.data !== text) place.data = text
      })
    })
  }
  const draw = (listed: Listed) => {
    if (body.rows.length === listed.data.length) fill(listed)
    else body.innerHTML = rows(listed, Date.now(), parts)
    link.href = next(listed, location.pathname)
    table.ariaBusy = 'false'
  }
  void first?.then(draw)
  body.onclick = ({ target }) => {
    if (target instanceof HTMLButtonElement) dialog.showModal()
  }
  link.onclick = (event) => {
    event.preventDefault()
    history.pushState(null, '', link.href)
    table.ariaBusy = 'true'
    void fetch(`/api/vehicle/v3/connections${location.search}`)
      .then((answer) => answer.json())
      .then(draw)
  }
}
