/** The hosted page on which an owner picks a battery capacity, and sends the browser back (4.1, rule 5). */
import { candidatesOf, flowTokenOf } from './capacity'
import { type Car, carOf } from './cars'
import { SandboxError } from './errors'
import type { World } from './world'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const toHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)

function page(status: number, title: string, body: string): Response {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:3rem auto;padding:0 1rem;color:#16202a}label{display:block;padding:.5rem 0}button{font:inherit;padding:.5rem 1rem;margin:1rem .5rem 0 0}</style></head>
<body><main><h1>${title}</h1>${body}</main></body></html>`
  return new Response(html, {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  })
}

/** https, or http on this computer only, as the service takes them. */
function redirectOf(text: string | null): URL | undefined {
  if (!text || !URL.canParse(text)) return undefined
  const url = new URL(text)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal) ? url : undefined
}

/** @param worldOfFlow finds the world whose owner link carries this token, among those that issued one */
export async function capacityFlow(
  request: Request,
  worldOfFlow: (flowToken: string) => World | undefined,
): Promise<Response> {
  const url = new URL(request.url)
  if (url.pathname !== '/battery-capacity') return page(404, 'Not found', '<p>Nothing exists at this address.</p>')
  const vehicleId = url.searchParams.get('vehicle_id') ?? ''
  const token = url.searchParams.get('token') ?? ''
  const world = worldOfFlow(token)
  const car = world && knownCar(world, vehicleId)
  if (!world || !car || flowTokenOf(world, car) !== token) {
    return page(
      403,
      'This link isn’t valid',
      '<p>It has expired or wasn’t copied completely. Ask the company that sent it for a new one.</p>',
    )
  }
  const redirect = redirectOf(url.searchParams.get('redirect_uri'))
  if (!redirect)
    return page(
      400,
      'This link has no return address',
      '<p>The <code>redirect_uri</code> is missing, or is neither https nor on this computer.</p>',
    )
  if (request.method !== 'POST') return choices(world, car)

  const picked = new URLSearchParams(await request.text()).get('capacity') ?? ''
  const capacity = candidatesOf(world, car).find((one) => String(one.capacity) === picked)?.capacity
  const answer: Record<string, string> =
    capacity !== undefined
      ? { vehicle_id: vehicleId, selected_capacity: String(capacity), reason: 'battery_capacity' }
      : picked === 'error'
        ? { error: 'server_error', error_description: 'something went wrong', vehicle_id: vehicleId }
        : {
            error: 'battery_capacity_no_selection',
            error_description: 'user did not know battery capacity',
            vehicle_id: vehicleId,
          }
  if (capacity !== undefined) world.chosenCapacities.set(car.row, capacity)
  for (const [name, value] of Object.entries(answer)) redirect.searchParams.set(name, value)
  return new Response(null, { status: 303, headers: { location: redirect.href } })
}

function knownCar(world: World, id: string): Car | undefined {
  try {
    return carOf(world, id)
  } catch (error) {
    if (error instanceof SandboxError) return undefined
    throw error
  }
}

function choices(world: World, car: Car): Response {
  const { make, model, year } = car.about
  const options = candidatesOf(world, car).map(
    ({ capacity, description }) =>
      `<label><input type="radio" name="capacity" value="${capacity}" required> ${capacity} kWh${description ? ` (${toHtml(description)})` : ''}</label>`,
  )
  return page(
    200,
    'Which battery does your car have?',
    `<p>${toHtml(`${year} ${make} ${model}`)}</p><form method="post">${options.join('')}<button>Confirm</button></form>
<form method="post"><button name="capacity" value="unknown">I don’t know</button><button name="capacity" value="error">Simulate an error</button></form>`,
  )
}
