/** The floor: the list of connections by hand, with the same first request and the same rows, and nothing else. */
const columns = ['Connection', 'Vehicle', 'Mode', 'External ID', 'User', 'Permissions', 'Created']
const time = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

function element(name, ...children) {
  const made = document.createElement(name)
  made.append(...children)
  return made
}

function link(to, text) {
  const made = element('a', text)
  made.href = to
  return made
}

function rowOf({ id, attributes, relationships, meta }) {
  const { vehicle, user, permissions } = attributes
  const vehicleId = relationships.vehicle.data.id
  const userId = relationships.user.data.id
  return element(
    'tr',
    element('th', link(`/connections/${id}`, id)),
    element('td', link(`/vehicles/${vehicleId}`, `${vehicle.make} ${vehicle.model} ${vehicle.year}`)),
    element('td', vehicle.mode),
    element('td', user?.externalId ?? '–'),
    element('td', link(`/users/${userId}`, userId)),
    element('td', String(permissions.length)),
    element('td', time.format(new Date(meta.createdAt))),
  )
}

async function draw(search) {
  const response = await fetch(`/api/vehicle/v3/connections${search}`, { headers: { accept: 'application/json' } })
  const { data, links } = await response.json()
  const table = element(
    'table',
    element('thead', element('tr', ...columns.map((column) => element('th', column)))),
    element('tbody', ...data.map(rowOf)),
  )
  table.setAttribute('aria-label', 'Connections')
  document.querySelector('main').replaceChildren(table)
  if (!links.next) return
  const next = link(`/floor${new URL(links.next, location.href).search}`, 'Next page')
  next.addEventListener('click', (event) => {
    event.preventDefault()
    history.pushState(null, '', next.href)
    void draw(new URL(next.href).search)
  })
  document.querySelector('main').append(next)
}

void draw(location.search)
